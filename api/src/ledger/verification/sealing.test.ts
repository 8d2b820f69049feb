import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../ground/log.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { SystemLedger } from '../../testing/systemLedger.ts';
import { checkSeals } from './sealCheck.ts';
import { sealing } from './sealing.ts';

let system: SystemLedger;
beforeAll(async () => {
  system = await SystemLedger.start();
  await system.setMargin('0 seconds');
});
beforeEach(() => system.empty());
afterAll(() => system.close());

const faults = async () => (await checkSeals(system.intruder)).finding.rows;

describe('sealing', () => {
  test('cuts what is there into seals of at most the limit, and then finds nothing', async () => {
    for (let count = 0; count < 25; count += 1) await system.post();
    expect(await system.sealNext(10)).toEqual({ number: '1', journals: 10, more: true });
    expect(await system.sealNext(10)).toEqual({ number: '2', journals: 10, more: true });
    expect(await system.sealNext(10)).toEqual({ number: '3', journals: 5, more: false });
    expect(await system.sealNext(10)).toBeUndefined();
    const report = await checkSeals(system.intruder);
    expect([report.finding.rows, report.checked, report.journals]).toEqual([[], 3, 25]);
    expect(report.last?.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('keeps journals of one microsecond together, also more of them than the limit', async () => {
    for (let count = 0; count < 9; count += 1) await system.post();
    const at = `(SELECT min(recorded_at) FROM journal)`;
    await system.intruder.query(
      `UPDATE journal SET recorded_at = ${at} + interval '1 microsecond' WHERE recorded_at > ${at}`,
    );
    expect(await system.sealAll(3)).toEqual([1, 8]);
    expect(await faults()).toEqual([]);
  });

  test('is not stopped by a time that only tampering makes', async () => {
    await system.post();
    await system.intruder.query(
      `INSERT INTO journal SELECT 0, at, gen_random_uuid(), request_hash, kind, memo, at::timestamptz FROM journal, unnest(ARRAY['-infinity', 'infinity']) AS at`,
    );
    expect(await system.sealAll(10)).toEqual([2]);
    expect(await faults()).toEqual([]);
  });

  test('waits for a transaction that began before, and seals its journal when it is there', async () => {
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve;
    });
    await system.post();
    // Two accounts that nobody else waits for, so that the later posting is not held up by this one.
    const slow = system.database.inTransaction(async () => {
      await system.move('USDT');
      posted();
      await held;
    });
    await isPosted;
    await system.post();
    expect(await system.sealAll(100)).toEqual([1]);
    proceed();
    await slow;
    expect(await system.sealAll(100)).toEqual([2]);
    expect(await faults()).toEqual([]);
  });

  test('misses nothing while eight members post and six processes seal', async () => {
    let busy = true;
    const posters = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 20; count += 1)
        await system.database.inTransaction(async () => {
          await delay(Math.random() * 4);
          await system.move('USD');
          if (count % 4 === 0) await delay(Math.random() * 10);
        });
    });
    const sizes: number[] = [];
    const sealers = Array.from({ length: 6 }, async () => {
      const process = new Database({ url: system.own.url, poolSize: 1 });
      while (busy) {
        const sealed = await process.one<{ journals: number }>('SELECT * FROM seal_next($1)', [7]);
        if (sealed) sizes.push(sealed.journals);
      }
      await process.close();
    });
    await Promise.all(posters);
    busy = false;
    await Promise.all(sealers);
    sizes.push(...(await system.sealAll(7)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(160);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
    expect(await faults()).toEqual([]);
  });

  test('waits also for the margin', async () => {
    await system.post();
    await system.setMargin('10 seconds');
    try {
      expect(await system.sealNext(10)).toBeUndefined();
    } finally {
      await system.setMargin('0 seconds');
    }
    expect(await system.sealNext(10)).toMatchObject({ journals: 1 });
  });

  test('refuses to guess when it cannot see who else is running', async () => {
    const outsider = `outsider_${randomUUID().slice(0, 8)}`;
    await system.own.sql(`CREATE ROLE ${outsider}; GRANT USAGE, CREATE ON SCHEMA public TO ${outsider}`);
    await system.own.sql(`ALTER FUNCTION seal_horizon OWNER TO ${outsider}`);
    try {
      expect(await system.own.sql('SELECT seal_horizon()').catch(sqlState)).toBe('42501');
    } finally {
      await system.own.sql(`ALTER FUNCTION seal_horizon OWNER TO CURRENT_USER`);
      await system.own.sql(`DROP OWNED BY ${outsider}; DROP ROLE ${outsider}`);
    }
  });

  test('is not asked for inside an older snapshot', async () => {
    const sealed = system.own.sql('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT seal_next(10)').catch(sqlState);
    expect(await sealed).toBe('TR006');
    await system.own.sql('ROLLBACK');
  });

  test('writes every digest to the log', async () => {
    await system.post();
    const reported: unknown[] = [];
    const log = createLog('info', 1);
    log.info = (fields: unknown) => void reported.push(fields);
    expect(await sealing(system.database, log).run(new AbortController().signal)).toBe(false);
    const { last } = await checkSeals(system.intruder);
    expect(reported).toEqual([expect.objectContaining({ seal: '1', journals: 1, digest: last?.digest })]);
  });

  test('goes no further where a seal that was noted elsewhere is missing or another', async () => {
    await system.post();
    await sealing(system.database, createLog('silent', 1)).run(new AbortController().signal);
    const { last } = await checkSeals(system.intruder);
    await system.post();
    const seal = (floor: { number: string; digest: string }, reported: unknown[] = []) => {
      const log = createLog('info', 1);
      log.error = (fields: unknown) => void reported.push(fields);
      return sealing(system.database, log, floor).run(new AbortController().signal);
    };
    const digest = last?.digest ?? '';
    for (const floor of [
      { number: '1', digest: 'ab'.repeat(32) },
      { number: '2', digest },
    ]) {
      const reported: unknown[] = [];
      await expect(seal(floor, reported)).rejects.toMatchObject({ code: 'seals_lost' });
      expect(reported).toEqual([expect.objectContaining({ alarm: 'seals were lost', floor: floor.number, last: '1' })]);
    }
    expect((await checkSeals(system.intruder)).last?.number).toBe('1');
    expect(await seal({ number: '1', digest })).toBe(false);
    expect((await checkSeals(system.intruder)).last?.number).toBe('2');
  });

  test.each(['UPDATE journal_seal SET number = number', 'DELETE FROM journal_seal', 'TRUNCATE journal_seal'])(
    'is for good, also for the owner: %s',
    async (statement) => {
      await system.post();
      await system.sealAll(10);
      expect(await system.own.sql(statement).catch(sqlState)).toBe('TR009');
      const application = new Database({ url: system.own.url, poolSize: 1 });
      expect(await application.rows(statement).catch(sqlState)).toBe('42501');
      await application.close();
    },
  );
});
