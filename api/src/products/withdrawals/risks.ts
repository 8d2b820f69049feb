import type { WithdrawalRisk } from '@trellis/api-contract';
import type { Rules } from '../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Destination } from './destinations.ts';
import { ofTheirOwn } from './ofTheirOwn.ts';

const daySeconds = 24 * 3600;
const weekSeconds = 7 * daySeconds;

interface Facts {
  readonly paid: boolean;
  readonly paid_there: boolean;
  readonly recent: number;
  readonly changed: boolean;
  /** Of the balance that it is taken from, just before it: enough of it to be most. */
  readonly most: boolean;
}

/** The balance that a hold of a member is taken from, just `before` it, and what is `held` of that. Minor units. */
export const beforeHold = (member: string, hold: string): string =>
  `SELECT taken.balance_after - taken.amount AS before, -taken.amount AS held
     FROM money_hold h JOIN journal j ON j.id = h.id
     CROSS JOIN LATERAL account_posting(h.source, j.id, j.recorded_at) AS taken
    WHERE h.owner = ${member} AND h.id = ${hold}`;

/** What is asked for: where it goes, what it is worth in minor units of USD, and the hold that keeps it. */
interface Asked {
  readonly destination: Destination;
  readonly usdMinor: bigint;
  /** `undefined`: it is not taken from a balance, but is all of something else. */
  readonly hold: string | undefined;
}

/** What makes somebody look twice at a withdrawal, by what the member has done before. */
export async function riskReasons(
  { database, clock, rules }: { readonly database: Database; readonly clock: Clock; readonly rules: Rules },
  memberId: string,
  { destination: { address, addedAt, looksLike }, usdMinor, hold }: Asked,
): Promise<WithdrawalRisk[]> {
  const now = clock.now();
  const { largeFrom, mostPercent, many } = await rules.at('withdrawalReview');
  const facts = await database.one<Facts>(
    `SELECT EXISTS (SELECT 1 FROM withdrawal WHERE member = $1 AND status = 'approved' AND ${ofTheirOwn}) AS paid,
            EXISTS (SELECT 1 FROM withdrawal WHERE member = $1 AND status = 'approved' AND address = $2
                      AND ${ofTheirOwn}) AS paid_there,
            (SELECT count(*)::int FROM withdrawal WHERE member = $1 AND created_at > $3 AND ${ofTheirOwn}) AS recent,
            -- A lock says that something was changed; it stays written after it has ended.
            EXISTS (SELECT 1 FROM member WHERE id = $1 AND locked_until > $4) AS changed,
            EXISTS (SELECT 1 FROM (${beforeHold('$1', '$5')}) b WHERE b.held * 100 >= b.before * $6::numeric) AS most`,
    [memberId, address, secondsFrom(now, -daySeconds), secondsFrom(now, -weekSeconds), hold ?? null, mostPercent],
  );
  if (!facts) throw new Error('a question without tables has one answer');
  const risks: readonly (readonly [WithdrawalRisk, boolean])[] = [
    ['newAddress', !facts.paid_there || secondsFrom(addedAt, weekSeconds) > now],
    ['firstWithdrawal', !facts.paid],
    ['large', usdMinor >= largeFrom],
    ['mostOfBalance', facts.most],
    ['securityChange', facts.changed],
    ['velocity', facts.recent + 1 >= many],
    ['lookAlike', looksLike !== null],
  ];
  return risks.filter(([, holds]) => holds).map(([risk]) => risk);
}
