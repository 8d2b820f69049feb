import pg from 'pg';
import { type Contender, closedLoop } from '../ledger/contender.ts';
import { nextPair, transferOf } from '../ledger/workload.ts';

/**
 * The single posting call on connections that stay, as a server's do. Not pgbench: its clients begin again for each
 * turn, and on a slow machine most of what it uses goes into that.
 */
export function singleTransfers(url: string, connections: number): Contender {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  return {
    name: 'single',
    run: (workload, clients, milliseconds) =>
      closedLoop(clients, milliseconds, async () => {
        const { owner, key, requestHash, kind, memo, legs, limit } = transferOf(nextPair(workload), workload);
        // In lock order: members by id, then the platform.
        const inOrder = legs.toSorted((a, b) => rankOf(a.account) - rankOf(b.account));
        await pool.query({
          name: 'single',
          text: 'SELECT * FROM post($1, $2, $3, $4, $5, $6, $7::bigint[], $8::bigint[], $9, $10, $11)',
          values: [
            crypto.randomUUID(),
            owner,
            key,
            requestHash,
            kind,
            memo,
            inOrder.map(({ account }) => String(account)),
            inOrder.map(({ amountMinor }) => String(amountMinor)),
            limit?.operation,
            limit?.unit,
            String(limit?.amountMinor),
          ],
        });
      }),
    close: () => pool.end(),
  };
}

const rankOf = (account: bigint): number => (account < 1_000n ? Number.MAX_SAFE_INTEGER : Number(account));
