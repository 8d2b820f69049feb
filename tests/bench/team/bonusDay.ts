import { closeNextDay, Database, Tree } from '../../../api/src/testing/index.ts';
import type { EmptyCluster } from '../ledger/emptyCluster.ts';
import { rounded } from '../ledger/report.ts';

interface ClosedDay {
  readonly day: string;
  readonly lines: number;
  readonly paid: string;
  readonly sales: number;
}

/** Closes the day that is over, as the product's job does. @throws Error if none was */
export async function measureClosing(cluster: EmptyCluster) {
  const database = new Database({ url: cluster.url, poolSize: 2 });
  try {
    const tree = new Tree(database);
    // What waits to be folded in is not the closing's.
    while ((await tree.rollUp()) > 0);
    const before = await cluster.meter();
    const startedAt = performance.now();
    if (!(await closeNextDay(database, tree))) throw new Error('no day was over');
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = await cluster.meter();
    const closed = await database.one<ClosedDay>(
      `SELECT day::text, lines, paid::text, (SELECT count(*)::integer FROM sale s WHERE s.day = d.day) AS sales
         FROM bonus_day d ORDER BY d.day DESC LIMIT 1`,
    );
    return {
      seconds: rounded(seconds),
      cpu_seconds: rounded((after.cpuUs - before.cpuUs) / 1_000_000),
      wal_mb: rounded((after.walBytes - before.walBytes) / 2 ** 20, 1),
      sales_of_day: closed?.sales ?? 0,
      lines: closed?.lines ?? 0,
      paid_usd: Number(closed?.paid ?? 0) / 1_000_000,
    };
  } finally {
    await database.close();
  }
}

/** From now on it is tomorrow, and so late that today can be closed. */
export async function moveToTomorrow(cluster: EmptyCluster): Promise<void> {
  await cluster.asOwner((owner) =>
    owner.query(
      `CREATE OR REPLACE FUNCTION product_now() RETURNS timestamptz LANGUAGE sql VOLATILE
       AS $$ SELECT clock_timestamp() + interval '1 day 10 minutes' $$`,
    ),
  );
}

const explaining = {
  log_min_duration: '20ms',
  log_analyze: 'on',
  log_buffers: 'on',
  log_nested_statements: 'on',
  log_level: 'notice',
} as const;

/** What Postgres says of each statement of a closing that is taken back again. */
export async function explainClosing(cluster: EmptyCluster, say: (text: string) => void): Promise<void> {
  await cluster.asOwner(async (owner) => {
    await owner.query(`LOAD 'auto_explain'`);
    for (const [name, value] of Object.entries(explaining)) await owner.query(`SET auto_explain.${name} = '${value}'`);
    owner.on('notice', ({ message }) => say(message ?? ''));
    await owner.query('BEGIN');
    await owner.query('SELECT cut_bonus_day()');
    await owner.query('SELECT close_bonus_day(gen_random_uuid())');
    await owner.query('ROLLBACK');
  });
}
