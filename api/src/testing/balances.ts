import { type MemberAccount, memberAccounts } from '../ledger/accounts.ts';
import type { TestDatabase } from './testDatabase.ts';

/** The member accounts that custody stands behind, by its own account. */
const custodyOf = { usdAvailable: 201, usdtAvailable: 211 } as const;
const minorPerUnit = 1_000_000;

/** Gives a member whole units by a real journal: what they hold, custody owes. */
export async function give(
  own: TestDatabase,
  username: string,
  account: keyof typeof custodyOf,
  units: number,
): Promise<void> {
  const minor = units * minorPerUnit;
  await own.sql(
    `SELECT post(gen_random_uuid(), id, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[id * 1000 + $2::bigint, $3::bigint],
                 ARRAY[$4::bigint, -$4::bigint], NULL, NULL, NULL)
       FROM member WHERE username = $1`,
    [username, memberAccounts[account].code, custodyOf[account], minor],
  );
}

/** What an account holds, in minor units; one that nobody has used holds nothing. */
export async function balanceOf(own: TestDatabase, account: bigint): Promise<bigint> {
  const [row] = await own.sql<{ balance: string }>('SELECT balance FROM account WHERE id = $1', [account.toString()]);
  return BigInt(row?.balance ?? 0);
}

/** What a member's accounts hold, in minor units. */
export async function balancesOf(own: TestDatabase, username: string): Promise<Record<MemberAccount, bigint>> {
  const rows = await own.sql<{ code: number; balance: string }>(
    'SELECT code, balance FROM account a JOIN member m ON m.id = a.owner WHERE m.username = $1',
    [username],
  );
  const balances = Object.entries(memberAccounts).map(([name, { code }]) => [
    name,
    BigInt(rows.find((row) => row.code === code)?.balance ?? 0),
  ]);
  return Object.fromEntries(balances) as Record<MemberAccount, bigint>;
}

/** Everything that a refusal must leave alone: two that are equal mean that no money moved. */
export async function moneyState(own: TestDatabase): Promise<object> {
  const [row] = await own.sql<object>(
    `SELECT (SELECT count(*) FROM journal)::int AS journals, (SELECT count(*) FROM posting)::int AS postings,
            (SELECT jsonb_object_agg(id, balance || '/' || seq) FROM account) AS accounts,
            (SELECT sum(used)::text FROM limit_usage) AS used,
            (SELECT count(*) FROM exchange_quote WHERE consumed_by IS NOT NULL)::int AS quotes,
            (SELECT count(*) FROM money_hold WHERE state = 'open')::int AS holds`,
  );
  return row ?? {};
}
