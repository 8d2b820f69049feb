import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MovableClock } from '../../ground/clock.ts';
import { type Heard, heardLog } from '../../testing/heardLog.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from '../db/database.ts';
import { type Job, type Outcome, ReportedFailure } from './job.ts';
import { JobStates, leaseMs } from './jobStates.ts';
import { Jobs } from './loop.ts';

const minute = 60_000;
let own: TestDatabase;
let database: Database;
let clock: MovableClock;
let heard: Heard[];
let running: Jobs[];

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 6 });
  // How often each row is written, however it is.
  await own.sql(`CREATE TABLE job_write (name text, failures integer)`);
  await own.sql(`CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO job_write VALUES (NEW.name, NEW.failures); RETURN NULL; END $$`);
  await own.sql(`CREATE TRIGGER job_written AFTER INSERT OR UPDATE ON job FOR EACH ROW EXECUTE FUNCTION count_write()`);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await own.sql('DELETE FROM job');
  await own.sql('DELETE FROM job_write');
  clock = new MovableClock();
  running = [];
});
afterEach(() => Promise.all(running.map((jobs) => jobs.stop())));

/** Starts a process with these jobs. */
function start(jobs: readonly Job[], through = database): Jobs {
  const { log, heard: reported } = heardLog();
  heard = reported;
  const started = new Jobs(jobs, { database: through, clock, log });
  running.push(started);
  return started;
}

interface Runs {
  readonly job: Job;
  /** When each run began. */
  readonly at: number[];
}

/** @param outcomes by the number of the run from 0; an error is thrown */
function counting(name: string, pauseMs: number, outcomes: (run: number) => Outcome | Error): Runs {
  const at: number[] = [];
  const run = async (): Promise<Outcome> => {
    const outcome = outcomes(at.push(performance.now()) - 1);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { job: { name, pauseMs, run }, at };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(5);
}

interface Row {
  readonly failures: number;
  readonly failing: boolean;
  readonly last_error: string | null;
  readonly done: boolean;
  readonly next: boolean;
  readonly alarmed: boolean;
}
const row = async (name: string): Promise<Row | undefined> =>
  (
    await own.sql<Row>(
      `SELECT failures, failing_since IS NOT NULL AS failing, last_error, last_done_at IS NOT NULL AS done,
              next_try_at IS NOT NULL AS next, alarmed_at IS NOT NULL AS alarmed FROM job WHERE name = $1`,
      [name],
    )
  )[0];
const writes = async (name: string) =>
  (await own.sql<{ failures: number }>('SELECT failures FROM job_write WHERE name = $1', [name])).map(
    ({ failures }) => failures,
  );
const refused = () => Object.assign(new Error('at 10.0.0.1 with hana@example.com'), { code: 'ECONNREFUSED' });

describe('a job that fails', () => {
  test('is tried again twice as late each time, and as soon as ever after its first success', async () => {
    const failing = counting('flaky', 40, (run) => (run < 4 || run === 5 ? refused() : false));
    start([failing.job]);
    await until(() => failing.at.length >= 8);
    const waits = failing.at.slice(1).map((at, index) => at - (failing.at[index] ?? 0));
    // By chance up to a quarter less, and on a busy machine more; the fifth run works, and the sixth fails again.
    for (const [index, wholeMs] of [40, 80, 160, 320, 40, 40].entries())
      expect(waits[index]).toBeGreaterThanOrEqual(wholeMs * 0.75 - 2);
    const retries = heard.flatMap(({ facts }) => (typeof facts.retryMs === 'number' ? [facts.retryMs] : []));
    expect(retries).toHaveLength(5);
    expect(retries[3]).toBeGreaterThanOrEqual(240);
    expect(retries[4]).toBeLessThanOrEqual(40);
    await until(async () => (await writes('flaky')).length === 7);
    expect(await writes('flaky')).toEqual([1, 2, 3, 4, 0, 1, 0]);
    expect(heard.map(({ level, text }) => `${level} ${text}`)).toEqual([
      ...Array<string>(4).fill('error job failed'),
      'info job works again',
      'error job failed',
      'info job works again',
    ]);
    expect(JSON.stringify(heard)).not.toContain('hana');
  });

  test('keeps what failed, since when, and when it is tried again', async () => {
    const failing = counting('broken', 30, () => refused());
    start([failing.job]);
    await until(async () => ((await row('broken'))?.failures ?? 0) >= 2);
    expect(await row('broken')).toMatchObject({
      failing: true,
      last_error: 'ECONNREFUSED',
      done: false,
      next: true,
      alarmed: false,
    });
    const [times] = await own.sql<{ since: Date; failed: Date; next: Date }>(
      'SELECT failing_since AS since, last_failed_at AS failed, next_try_at AS next FROM job',
    );
    expect(times?.since.getTime()).toBeLessThan(times?.failed.getTime() ?? 0);
    expect(times?.next.getTime()).toBeGreaterThan(times?.failed.getTime() ?? 0);
  });

  test('says once that it stands, ten minutes after the first failure', async () => {
    const failing = counting('standing', 10, (run) => (run === 8 ? false : refused()));
    start([failing.job]);
    const second = counting('standing', 10, () => refused());
    await until(() => failing.at.length >= 3);
    const alarms = () => heard.filter(({ facts }) => facts.alarm === 'job stands');
    clock.advance(9 * minute);
    await until(() => failing.at.length >= 4);
    expect(alarms()).toEqual([]);
    clock.advance(2 * minute);
    await until(() => failing.at.length >= 6);
    expect(alarms()).toMatchObject([{ level: 'error', facts: { job: 'standing', error: 'ECONNREFUSED' } }]);
    const first = heard;
    // Another process finds that it was said.
    start([second.job]);
    await until(() => second.at.length >= 3);
    expect(alarms()).toEqual([]);
    // What fails again after a success has not failed for ten minutes.
    await running[1]?.stop();
    await until(() => failing.at.length >= 10);
    expect(first.filter(({ facts }) => facts.alarm !== undefined)).toHaveLength(1);
    expect(await row('standing')).toMatchObject({ alarmed: false, done: true });
  });

  test('that was logged by its job is not logged again', async () => {
    const failing = counting('notifying', 10, () => new ReportedFailure('transient', refused()));
    start([failing.job]);
    await until(async () => ((await row('notifying'))?.failures ?? 0) >= 2);
    expect(await row('notifying')).toMatchObject({ last_error: 'transient' });
    expect(heard).toEqual([]);
  });

  test('does not hold up a stop while it waits', async () => {
    const failing = counting('waiting', 4 * minute, () => refused());
    const jobs = start([failing.job]);
    await until(async () => (await row('waiting')) !== undefined);
    const begunAt = performance.now();
    await jobs.stop();
    expect(performance.now() - begunAt).toBeLessThan(5_000);
    expect(failing.at).toHaveLength(1);
  });

  test('because it was stopped has not failed', async () => {
    const job: Job = {
      name: 'stopped',
      pauseMs: 10,
      run: (stopping) =>
        new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(new Error('cut short')))),
    };
    const jobs = start([job]);
    await delay(20);
    await jobs.stop();
    expect([await row('stopped'), heard]).toEqual([undefined, []]);
  });
});

describe('a job that works', () => {
  test('writes its row once a minute, however often it runs', async () => {
    const busy = counting('busy', 1, (run) => run % 3 === 0);
    start([busy.job]);
    await until(() => busy.at.length >= 100);
    expect(await writes('busy')).toEqual([0]);
    expect(await row('busy')).toMatchObject({ failures: 0, failing: false, done: true, next: false });
  });

  test('clears what a process before it left', async () => {
    await own.sql(
      `INSERT INTO job (name, last_failed_at, failing_since, failures, next_try_at, last_error, alarmed_at)
       VALUES ('left', now(), now(), 7, now(), 'ECONNREFUSED', now())`,
    );
    const well = counting('left', 10, () => false);
    start([well.job]);
    await until(() => well.at.length >= 2);
    expect(await row('left')).toEqual({
      failures: 0,
      failing: false,
      last_error: 'ECONNREFUSED',
      done: true,
      next: false,
      alarmed: false,
    });
  });

  test('elsewhere says nothing about how it is', async () => {
    const holder = counting('held', 10, () => refused());
    const idle = counting('held', 1, () => 'elsewhere');
    start([idle.job]);
    start([holder.job]);
    await until(() => holder.at.length >= 4 && idle.at.length >= 50);
    expect((await writes('held')).slice(0, 3)).toEqual([1, 2, 3]);
  });
});

describe('several processes', () => {
  test('count the failures of one job together, and the success of one is that of all', async () => {
    let broken = true;
    const both = [0, 1].map(() => counting('shared', 10, () => (broken ? refused() : false)));
    for (const { job } of both) start([job]);
    await until(() => both.every(({ at }) => at.length >= 3));
    await until(async () => ((await row('shared'))?.failures ?? 0) >= 6);
    broken = false;
    await until(async () => (await row('shared'))?.failures === 0);
    expect(await row('shared')).toMatchObject({ failing: false, done: true });
  });
});

describe('a schedule', () => {
  const hour = 60 * minute;
  const hourly = (name: string, outcomes: (run: number) => Outcome | Error = () => false) => {
    const { job, at } = counting(name, 1, outcomes);
    return { at, job: { name, everyMs: hour, run: job.run } satisfies Job };
  };

  test('runs once in its time over all processes and restarts, by the product’s clock', async () => {
    const runs: number[] = [];
    const job: Job = { name: 'hourly', everyMs: hour, run: async () => runs.push(1) < 0 };
    const restarted = async () => {
      const processes = [start([job]), start([job]), start([job])];
      await delay(150);
      await Promise.all(processes.map((each) => each.stop()));
      return runs.length;
    };
    expect(await restarted()).toBe(1);
    clock.advance(59 * minute);
    expect(await restarted()).toBe(1);
    clock.advance(minute);
    expect(await restarted()).toBe(2);
    // What was missed is not caught up.
    clock.advance(30 * hour);
    expect(await restarted()).toBe(3);
  });

  test('sees what falls due while it waits, and goes on as long as there is more', async () => {
    const count: number[] = [];
    const job: Job = { name: 'short', everyMs: 50, run: async () => count.push(1) % 4 !== 0 };
    start([job]);
    await until(() => count.length >= 8);
    expect(await row('short')).toMatchObject({ failures: 0, done: true, next: true });
  });

  test('is taken up by another when the process that ran it is gone', async () => {
    const hung: Job = { name: 'crashed', everyMs: hour, run: () => new Promise(() => undefined) };
    // Never stopped: as if it were gone.
    void new Jobs([hung], { database, clock, log: heardLog().log });
    await until(async () => (await row('crashed')) !== undefined);
    const next = hourly('crashed');
    start([next.job]);
    await delay(100);
    expect(next.at).toEqual([]);
    clock.advance(leaseMs);
    await running[0]?.stop();
    const other = hourly('crashed');
    start([other.job]);
    await until(() => other.at.length === 1);
  });

  test('that fails is tried again before its time', async () => {
    const failing = hourly('retried', (run) => (run === 0 ? refused() : false));
    start([failing.job]);
    await until(async () => (await row('retried'))?.failures === 1);
    await running[0]?.stop();
    clock.advance(minute);
    start([failing.job]);
    await until(async () => (await row('retried'))?.failures === 0);
    expect(failing.at).toHaveLength(2);
  });
});

describe('a process whose clock is three hours ahead', () => {
  const wrongClock = () => {
    const real = Date.now.bind(Date);
    return jest.spyOn(Date, 'now').mockImplementation(() => real() + 180 * minute);
  };

  test('writes the time of the database, and puts nothing off', async () => {
    const spied = wrongClock();
    const states = new JobStates(database, clock);
    try {
      await states.done('paused', undefined, undefined);
      await states.done('hourly', await states.claim('hourly', 60 * minute), 60 * minute);
      await states.failed('failing', 'ECONNREFUSED', minute);
    } finally {
      spied.mockRestore();
    }
    expect(
      await own.sql(
        `SELECT name, greatest(last_done_at, last_failed_at, failing_since) <= now() + interval '1 minute' AS now,
           round(extract(epoch FROM next_try_at - now()) / 60)::int AS minutes FROM job ORDER BY name`,
      ),
    ).toEqual([
      { name: 'failing', now: true, minutes: 1 },
      { name: 'hourly', now: true, minutes: 60 },
      { name: 'paused', now: true, minutes: null },
    ]);
  });

  test('that left its times in the rows hides no job, and keeps none from running', async () => {
    await own.sql(
      `INSERT INTO job (name, last_done_at, next_try_at) VALUES ('hourly', now() + interval '3 hours', now() + interval '4 hours')`,
    );
    const states = new JobStates(database, clock);
    const begun = await states.claim('hourly', 60 * minute);
    expect(begun).toBeInstanceOf(Date);
    expect(await states.claim('hourly', 60 * minute)).toBeUndefined();
    await states.done('hourly', begun, 60 * minute);
    expect(await own.sql(`SELECT last_done_at <= now() + interval '1 minute' AS now FROM job`)).toEqual([
      { now: true },
    ]);
  });
});

/** A way to Postgres that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  async open(): Promise<void> {
    const { hostname, port } = new URL(own.url);
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = address && typeof address === 'object' ? address.port : 0;
  }

  async cut(): Promise<void> {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await delay(10);
  }

  get url(): string {
    const url = new URL(own.url);
    url.port = String(this.#port);
    return url.href;
  }
}

test('without a database the loop neither dies nor spins, and goes on when it is back', async () => {
  const cable = new Cable();
  await cable.open();
  const far = new Database({ url: cable.url, poolSize: 2 });
  try {
    const at: number[] = [];
    const asking: Job = {
      name: 'asking',
      pauseMs: 20,
      async run() {
        at.push(performance.now());
        await far.rows('SELECT 1 AS one');
        return false;
      },
    };
    const scheduled = { name: 'asking by schedule', everyMs: 20, run: async () => false } satisfies Job;
    const idle = counting('idle', 20, () => false);
    start([asking, scheduled, idle.job], far);
    await until(async () => (await row('asking'))?.done === true && (await row('asking by schedule')) !== undefined);
    await cable.cut();
    const before = at.length;
    await delay(1_500);
    // 20, 40, 80 … 640 ms: seven or so, where without a backoff there were seventy.
    expect(at.length - before).toBeGreaterThanOrEqual(3);
    expect(at.length - before).toBeLessThanOrEqual(12);
    const ran = idle.at.length;
    await until(() => idle.at.length > ran);
    await cable.open();
    await until(() => heard.some(({ text, facts }) => text === 'job works again' && facts.job === 'asking'));
    await until(async () => (await row('asking'))?.failures === 0);
    expect(heard.every(({ text }) => text === 'job failed' || text === 'job works again')).toBe(true);
  } finally {
    await running[0]?.stop();
    await far.close();
    await cable.cut();
  }
});
