import { balanceUnits, type JournalKind, money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { memberAccountIds, memberAccountKind } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';

type UnitEquation = AnswerOf<'operator', 'getMemberEquation'>['units'][number];

interface SumRow {
  readonly code: number;
  /** `null`: not a sum but what the account holds. */
  readonly kind: JournalKind | null;
  readonly amount: string;
}

/**
 * What came and went of a member's money against what is there, by unit: one statement, so that both are of one moment. It
 * adds up postings and never trusts the balance that each of them carries. Costs as much as the member has postings.
 */
export async function equationOf(database: Database, memberId: string): Promise<UnitEquation[]> {
  const rows = await database.rows<SumRow>(
    `WITH own AS (SELECT id, code, balance FROM account WHERE id = ANY ($1::bigint[]))
     SELECT own.code, j.kind, sum(p.amount)::text AS amount
       FROM own JOIN posting p ON p.account = own.id JOIN journal j ON j.id = p.journal GROUP BY own.code, j.kind
     UNION ALL SELECT code, NULL, balance::text FROM own`,
    [memberAccountIds(memberId)],
  );
  return balanceUnits.flatMap((unit) => {
    const accounts = rows.filter(({ code }) => memberAccountKind(code).unit === unit);
    if (accounts.length === 0) return [];
    const parts = new Map<JournalKind, bigint>();
    let held = 0n;
    for (const { kind, amount } of accounts) {
      if (kind === null) held += BigInt(amount);
      else parts.set(kind, (parts.get(kind) ?? 0n) + BigInt(amount));
    }
    let sum = 0n;
    for (const amount of parts.values()) sum += amount;
    return {
      unit,
      parts: [...parts].flatMap(([kind, amount]) => (amount === 0n ? [] : { kind, money: money(amount, unit) })),
      sum: money(sum, unit),
      held: money(held, unit),
    };
  });
}
