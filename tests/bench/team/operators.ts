import { BonusRuns, Database } from '../../../api/src/testing/index.ts';
import type { EmptyCluster } from '../ledger/emptyCluster.ts';
import { rounded } from '../ledger/report.ts';

/** Whoever looks leaves a row. */
const looking = { actor: 'command:bench' } as const;

/** Everybody logs in from a device of their own, and twenty from each of fifty thousand networks. */
const devicesAndNetworks = `
INSERT INTO member_device (member_id, token_hash, user_agent, first_seen_at, last_seen_at)
  SELECT id, sha256(int8send(id)), '', created_at, created_at FROM member;
INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, user_agent, address)
  SELECT sha256(int8send(-id)), id, 'member', created_at, created_at, '',
         '10.' || id % 200 || '.' || id / 200 % 250 || '.1' FROM member;
ANALYZE member_device, session`;

/** What operators read of a closed day and of the one that is next, and what it would have cost by another rate, in seconds. */
export async function measureOperators(cluster: EmptyCluster) {
  // Facts of who is who are not what is measured: the server would look up each of a million members.
  await cluster.asOwner(async (owner) => {
    await owner.query('SET session_replication_role = replica');
    await owner.query(devicesAndNetworks);
  });
  const database = new Database({ url: cluster.url, poolSize: 1 });
  try {
    const runs = new BonusRuns(database);
    const day = (await database.one<{ day: string }>('SELECT max(day)::text AS day FROM bonus_day'))?.day ?? '';
    const took = async (read: () => Promise<unknown>): Promise<number | null> => {
      const startedAt = performance.now();
      await read();
      return rounded((performance.now() - startedAt) / 1_000);
    };
    return {
      dry_run_seconds: await took(() => runs.dryRun(day, { pairingPercent: '7' })),
      links_seconds: await took(() => runs.links(looking)),
    };
  } finally {
    await database.close();
  }
}
