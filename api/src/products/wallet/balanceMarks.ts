import type { Database } from '../../platform/db/database.ts';

/** For each member a mark that changes with every posting on an account of theirs. */
export async function balanceMarks(
  database: Database,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly mark: string }>> {
  const rows = await database.rows<{ member: string; mark: string }>(
    `SELECT asked.member, coalesce((SELECT sum(seq) FROM account a
        WHERE a.id >= asked.member * 1000 AND a.id < (asked.member + 1) * 1000), 0)::text AS mark
       FROM unnest($1::bigint[]) AS asked (member)`,
    [memberIds],
  );
  return new Map(rows.map(({ member, mark }) => [member, { mark }]));
}
