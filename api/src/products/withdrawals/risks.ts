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
}

/** What makes somebody look twice at a withdrawal, by what the member has done before. */
export async function riskReasons(
  { database, clock, rules }: { readonly database: Database; readonly clock: Clock; readonly rules: Rules },
  memberId: string,
  { address, addedAt, looksLike }: Destination,
  usdMinor: bigint,
): Promise<WithdrawalRisk[]> {
  const now = clock.now();
  const { largeFrom, many } = await rules.at('withdrawalReview');
  const facts = await database.one<Facts>(
    `SELECT EXISTS (SELECT 1 FROM withdrawal WHERE member = $1 AND status = 'approved' AND ${ofTheirOwn}) AS paid,
            EXISTS (SELECT 1 FROM withdrawal WHERE member = $1 AND status = 'approved' AND address = $2
                      AND ${ofTheirOwn}) AS paid_there,
            (SELECT count(*)::int FROM withdrawal WHERE member = $1 AND created_at > $3 AND ${ofTheirOwn}) AS recent,
            -- A lock says that something was changed; it stays written after it has ended.
            EXISTS (SELECT 1 FROM member WHERE id = $1 AND locked_until > $4) AS changed`,
    [memberId, address, secondsFrom(now, -daySeconds), secondsFrom(now, -weekSeconds)],
  );
  if (!facts) throw new Error('a question without tables has one answer');
  const found: readonly (readonly [WithdrawalRisk, boolean])[] = [
    ['newAddress', !facts.paid_there || secondsFrom(addedAt, weekSeconds) > now],
    ['firstWithdrawal', !facts.paid],
    ['large', usdMinor >= largeFrom],
    ['securityChange', facts.changed],
    ['velocity', facts.recent + 1 >= many],
    ['lookAlike', looksLike !== null],
  ];
  return found.filter(([, holds]) => holds).map(([risk]) => risk);
}
