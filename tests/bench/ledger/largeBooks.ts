import type { EmptyCluster } from './emptyCluster.ts';

const each = 10_000_000_000;
const openedAt = `'${new Date(Date.now() - 86_400_000).toISOString()}'::timestamptz`;
const openingOf = (member: string) => `('00000000-0000-7000-8000-' || lpad(${member}::text, 12, '0'))::uuid`;
const units = `(VALUES (101, 201), (111, 211)) AS unit (own, custody)`;
/** Every transfer is of one cent, from the member n of its number to the one above, in the order of time. */
const fill = (members: number, transfers: number): string[] => [
  `SET session_replication_role = replica`,
  `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
     SELECT n, 'bench-opening', ${openingOf('n')}, '\\x00', 'opening', '{}', ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}) n`,
  `INSERT INTO account (id, owner, code, balance, floor, seq)
     SELECT n * 1000 + own, n, own, ${each}, 0, 1 FROM generate_series(1, ${members}::bigint) n, ${units}`,
  `INSERT INTO account (id, owner, code, balance, floor, seq)
     SELECT code, 0, code, 0, floor, 0 FROM account_kind WHERE NOT member ON CONFLICT DO NOTHING`,
  `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
     SELECT n * 1000 + own, 1, ${openingOf('n')}, ${each}, ${each}, ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}::bigint) n, ${units}
     UNION ALL
     SELECT custody, a.seq + n, ${openingOf('n')}, -${each}, a.balance - ${each} * n, ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}::bigint) n, ${units} JOIN account a ON a.id = custody`,
  `UPDATE account SET balance = balance - ${each} * ${members}::bigint, seq = seq + ${members} WHERE id IN (201, 211)`,
  `CREATE TEMP TABLE made AS
     SELECT n, 2 + n % (${members} - 1) AS payer, 1 + n % (${members} - 1) AS payee, gen_random_uuid() AS id,
            now() - interval '23 hours' + n * interval '79 milliseconds' / greatest(1, ${transfers} / 1000000) AS at
       FROM generate_series(1, ${transfers}) n`,
  `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
     SELECT payer, 'bench-' || n, id, '\\x00', 'transfer', '{}', at FROM made`,
  `CREATE TEMP TABLE legs AS
     SELECT account, id, amount, at, 1 + row_number() OVER own AS seq, ${each} + sum(amount) OVER own AS balance
       FROM (SELECT payer * 1000 + 101 AS account, id, -10000 AS amount, at FROM made
             UNION ALL SELECT payee * 1000 + 101, id, 10000, at FROM made) leg
     WINDOW own AS (PARTITION BY account ORDER BY at, amount)`,
  `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
     SELECT account, seq, id, amount, balance, at FROM legs`,
  `UPDATE account a SET seq = l.seq, balance = l.balance FROM
     (SELECT DISTINCT ON (account) account, seq, balance FROM legs ORDER BY account, seq DESC) l WHERE a.id = l.account`,
  `DROP TABLE made, legs`,
  `SET session_replication_role = DEFAULT`,
];

/** Two accounts with money for each of the members, numbered from 1, and transfers between them within the last day. */
export async function giveMoney(cluster: EmptyCluster, members: number, transfers: number): Promise<void> {
  await cluster.asOwner(async (owner) => {
    await owner.query(`SET work_mem = '512MB'`);
    for (const statement of fill(members, transfers)) await owner.query(statement);
    await owner.query('VACUUM ANALYZE');
  });
}
