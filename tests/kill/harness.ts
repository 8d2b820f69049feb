import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Client, demoPassword, Random } from '../../api/src/testing/index.ts';
import { KillableApi } from './api.ts';
import { KillableCluster } from './cluster.ts';
import { bonusesOf, dayIsOver, fillDay, leftOf } from './dueDay.ts';
import { balancesIn, examine, type Verdict } from './evidence.ts';
import { ChaoticNetwork, Forwarder } from './forwarder.ts';
import { Load, workers } from './load.ts';
import { senders } from './orders.ts';
import type { KillReport } from './report.ts';
import { Sender } from './sender.ts';

export interface KillPlan {
  readonly apiKills: number;
  readonly postgresKills: number;
  /** Decides orders, cuts and moments; how they fall together is the machine's. */
  readonly seed: number;
  /** Ends the killing early; what was done until then is examined. */
  readonly signal?: AbortSignal;
}

const recoverWithinMs = 60_000;

/**
 * Members send money through a network that loses requests and answers, to an API and a Postgres that are killed in
 * the middle of it. Afterwards the ledger must have exactly what was confirmed, and every key its answer.
 */
export async function runKills(plan: KillPlan): Promise<KillReport> {
  const startedAt = Date.now();
  const cluster = await KillableCluster.create();
  const network = new ChaoticNetwork(new Random(plan.seed + 1));
  const proxy = await Forwarder.listen(() => network.fate());
  const api = new KillableApi(proxy, cluster);
  try {
    await api.start();
    await openPurses(cluster.ownerUrl);
    await fillDay(cluster.ownerUrl);
    await putForward(api.origin);
    // What is due by now is begun on again with every start.
    await api.kill();
    await api.start();
    const opening = await balancesIn(cluster.ownerUrl, 'USD');
    const sender = new Sender(api.origin, await logIn(api.origin), new Random(plan.seed + 2));
    const load = new Load(sender, new Random(plan.seed));

    network.calm = false;
    const working = load.work();
    const kills = await killBoth(plan, api, cluster, () => load.answered.length).finally(() => load.end());
    await working;
    network.calm = true;
    await dayIsOver(cluster.ownerUrl);
    await load.askAgain();
    await api.kill();
    const bonuses = await bonusesOf(cluster.ownerUrl);
    const verdict = await examine(cluster.ownerUrl, opening, load.answered);
    return {
      figures: {
        ...load.figures(),
        droppedAnswers: proxy.droppedAnswers,
        ...kills,
        ...bonuses,
        ...counts(verdict, startedAt),
      },
      faults: [...verdict.faults, ...load.faults, ...unexpected(sender)],
    };
  } finally {
    await api.remove();
    await proxy.close();
    await cluster.remove();
  }
}

/** Ninety days: all that was bought before is due. */
export async function putForward(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/dev/clock.json`, { method: 'POST', body: JSON.stringify({ hours: 90 * 24 }) });
  if (!answer.ok) throw new Error(`the clock: ${answer.status}`);
}

/** Senders live where packages and stakes are sold, and have enough for many of them. */
export async function openPurses(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`UPDATE member SET country = 'JP' WHERE erased_at IS NULL`);
    await client.query(
      `SELECT post(gen_random_uuid(), id, 'demo-purse', '\\x00', 'opening', '{}', ARRAY[id * 1000 + 101, 201], ARRAY[3000000000, -3000000000],
                   NULL, NULL, NULL) FROM member WHERE username = ANY ($1)`,
      [senders],
    );
  } finally {
    await client.end();
  }
}

const counts = ({ lost, doubled }: Verdict, startedAt: number) => ({
  lost,
  doubled,
  seconds: Math.round((Date.now() - startedAt) / 1000),
});

export const unexpected = (sender: Sender): string[] =>
  [...sender.unexpected].map(([answer, times]) => `${times} times an answer nobody should get: ${answer}`);

/** Their sessions, by name. */
export async function logIn(origin: string): Promise<Map<string, string>> {
  const cookies = new Map<string, string>();
  for (const username of senders) {
    const answer = await new Client(origin).post('/api/v1/session', { username, password: demoPassword });
    cookies.set(username, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
  return cookies;
}

/** Kills as often as planned, each time once the API has answered for a moment. */
async function killBoth(plan: KillPlan, api: KillableApi, cluster: KillableCluster, answers: () => number) {
  const moments = new Random(plan.seed + 3);
  // Kills while parts and stakes of the day were still in hand.
  const done = { apiKills: 0, postgresKills: 0, killsInTheDay: 0 };
  const rounds = Math.max(plan.apiKills, plan.postgresKills);
  /** Spreads a number of kills evenly over the rounds. */
  const due = (count: number, round: number) =>
    Math.floor(((round + 1) * count) / rounds) > Math.floor((round * count) / rounds);
  for (let round = 0; round < rounds && !plan.signal?.aborted; round += 1) {
    await delay(150 + moments.below(500));
    if (due(plan.postgresKills, round)) {
      await cluster.kill();
      done.postgresKills += 1;
      // Half of them as in a power cut: both at once.
      const powerCut = moments.below(2) === 0;
      if (powerCut) await api.kill();
      await delay(moments.below(300));
      await cluster.restart();
      if (powerCut) await api.start();
      await progress(answers);
    }
    if (due(plan.apiKills, round)) {
      await api.kill();
      done.apiKills += 1;
      if ((await leftOf(cluster.ownerUrl)) > 0) done.killsInTheDay += 1;
      await api.start();
    }
  }
  await progress(answers);
  return done;
}

/** Waits until members get answers again. @throws Error if they do not */
export async function progress(answers: () => number): Promise<void> {
  const wanted = answers() + 2 * workers;
  const giveUpAt = Date.now() + recoverWithinMs;
  while (answers() < wanted) {
    if (Date.now() > giveUpAt) throw new Error('nobody gets an answer any more');
    await delay(20);
  }
}
