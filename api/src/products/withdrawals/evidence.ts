import { type JournalKind, type LockCause, money, type RecordKind, seenOf } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { secondsFrom } from '../../ground/clock.ts';
import { memberAccountKind } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import { lookAlikeOf } from './lookAlike.ts';
import { ofTheirOwn } from './ofTheirOwn.ts';
import { beforeHold } from './risks.ts';
import type { WithdrawalRow } from './withdrawalRepository.ts';

export type Evidence = AnswerOf<'operator', 'readWithdrawal'>['evidence'];
type Asked = Pick<WithdrawalRow, 'id' | 'member' | 'unit' | 'chain' | 'address' | 'hold' | 'created_at'> & {
  readonly worth: string;
};

const daySeconds = 24 * 3600;
/** A member may keep more addresses than anybody reads, and share one with as many. */
const mostAddresses = 1_000;
/** More credits than that say that the money came in many small parts. */
const mostSources = 20;

/** Of another of the member's, `w`: paid before this one was asked for. */
const paidBefore = `w.status = 'approved' AND w.${ofTheirOwn} AND w.changed_at <= $5`;

interface FactRow {
  readonly added_at: Date | null;
  readonly paid_there: number;
  readonly paid_at: Date | null;
  readonly others: number;
  readonly since: Date;
  readonly paid: number;
  readonly rejected: number;
  readonly in_a_day: number;
  readonly locked_until: Date | null;
  readonly lock_cause: LockCause | null;
  readonly many: number;
  readonly large_from: string;
  readonly balance_before: string | null;
}

/** The facts behind the reasons to look twice: a word makes people tick, a fact makes them look. */
export async function evidenceOf(database: Database, query: Asked): Promise<Evidence> {
  const { id, member, unit, chain, address, hold, created_at: at } = query;
  const facts = await database.one<FactRow>(
    `SELECT (SELECT max(created_at) FROM book_address WHERE member_id = $2 AND chain = $3 AND address = $4) AS added_at,
            before.paid_there, before.paid_at, before.paid, before.rejected, before.in_a_day,
            (SELECT count(*)::int FROM (
               SELECT member_id FROM book_address WHERE address = $4 AND member_id <> $2
               UNION SELECT member FROM withdrawal WHERE address = $4 AND member <> $2 LIMIT ${mostAddresses}) others) AS others,
            m.created_at AS since, m.locked_until, m.lock_cause,
            (rule.value ->> 'many')::int AS many, rule.value ->> 'largeFrom' AS large_from,
            (SELECT b.before::text FROM (${beforeHold('$2', '$7')}) b) AS balance_before
       FROM member m CROSS JOIN rule_at('withdrawalReview', 'all', $5) AS rule CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE ${paidBefore})::int AS paid,
                count(*) FILTER (WHERE w.status = 'rejected' AND w.cause <> 'cancelled')::int AS rejected,
                count(*) FILTER (WHERE ${paidBefore} AND w.address = $4)::int AS paid_there,
                max(w.changed_at) FILTER (WHERE ${paidBefore} AND w.address = $4) AS paid_at,
                count(*) FILTER (WHERE w.created_at > $6 AND w.${ofTheirOwn})::int + 1 AS in_a_day
           FROM withdrawal w WHERE w.member = $2 AND w.id <> $1 AND w.created_at <= $5) AS before
      WHERE m.id = $2`,
    [id, member, chain, address, at, secondsFrom(at, -daySeconds), hold],
  );
  if (!facts) throw new Error('a withdrawal has a member');
  const known = await database.rows<{ address: string }>(
    `SELECT address FROM book_address WHERE member_id = $1 AND chain = $2
     UNION SELECT address FROM withdrawal WHERE member = $1 AND chain = $2 AND ${ofTheirOwn} LIMIT ${mostAddresses}`,
    [member, chain],
  );
  return {
    address: {
      addedAt: facts.added_at,
      paid: facts.paid_there,
      paidAt: facts.paid_at,
      others: facts.others,
      resembles: lookAlikeOf(address, known)?.address ?? null,
    },
    member: {
      since: facts.since,
      paid: facts.paid,
      rejected: facts.rejected,
      inADay: facts.in_a_day,
      many: facts.many,
    },
    usdValue: money(BigInt(query.worth), 'USD'),
    worth: money(BigInt(query.worth), 'USD'),
    largeFrom: money(BigInt(facts.large_from), 'USD'),
    balanceBefore: money(BigInt(facts.balance_before ?? 0), unit),
    securityChange:
      facts.lock_cause !== null && facts.locked_until !== null
        ? { cause: facts.lock_cause, until: facts.locked_until }
        : null,
    sources: await sourcesOf(database, query),
  };
}

interface CreditRow {
  readonly account: string;
  readonly amount: string;
  readonly held: string;
  readonly recorded_at: Date;
  readonly kind: JournalKind;
  readonly counterparty: string | null;
}

/** The last credits of the account before the hold that cover it together, or the last of many. */
async function sourcesOf(database: Database, { member, hold }: Asked): Promise<Evidence['sources']> {
  const rows = await database.rows<CreditRow>(
    `SELECT p.account, p.amount, h.amount AS held, p.recorded_at, j.kind, other.username AS counterparty
       FROM money_hold h JOIN journal held ON held.id = h.id
       CROSS JOIN LATERAL account_posting(h.source, held.id, held.recorded_at) AS taken
       CROSS JOIN LATERAL (
         SELECT * FROM posting
          WHERE account = h.source AND amount > 0 AND seq < taken.seq ORDER BY seq DESC LIMIT ${mostSources}) p
       JOIN journal j ON j.id = p.journal
       LEFT JOIN member other ON j.kind = 'transfer' AND other.id = (j.memo ->> 'sender')::bigint
      WHERE h.owner = $1 AND h.id = $2 ORDER BY p.seq DESC`,
    [member, hold],
  );
  const sources: Evidence['sources'][number][] = [];
  let missing = BigInt(rows[0]?.held ?? 0);
  for (const row of rows) {
    if (missing <= 0n) break;
    missing -= BigInt(row.amount);
    const { unit } = memberAccountKind(Number(BigInt(row.account) % 1000n));
    sources.unshift({
      at: row.recorded_at,
      record: recordOf(row.kind),
      money: money(BigInt(row.amount), unit),
      counterparty: row.counterparty,
    });
  }
  return sources;
}

/** What a credit of this kind is called. @throws Error for a kind that never adds to what a member can use */
function recordOf(kind: JournalKind): RecordKind {
  const { plus } = seenOf(kind);
  if (!plus) throw new Error(`a journal of kind ${kind} gave a member money`);
  return plus;
}
