import type { Rules } from '../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Destination } from './destinations.ts';
import type { PayoutAmounts, PayoutRequest } from './payoutTerms.ts';
import { riskReasons } from './risks.ts';
import type { WithdrawalNotifier } from './withdrawalNotifier.ts';
import type { WithdrawalSteps } from './withdrawalSteps.ts';

export interface EntryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly withdrawalSteps: WithdrawalSteps;
  readonly withdrawalNotifier: WithdrawalNotifier;
}

/** What is to be reviewed and paid: its amount is held by then. */
export interface NewWithdrawal {
  readonly id: string;
  readonly memberId: string;
  readonly request: PayoutRequest;
  readonly amounts: PayoutAmounts;
  readonly destination: Destination;
  readonly addressTyped: string;
  readonly hold: string;
  /** The least that its member accepts where the amount is fixed with the approval, in minor units of the asset. */
  readonly acceptsFromMinor?: bigint | undefined;
  /** Where it comes from, if not from what the member has. */
  readonly from?:
    | { readonly origin: 'stake_close' | 'stake_profit'; readonly stake: string }
    | { readonly origin: 'deposit_return'; readonly depositReturn: string };
}

/** Puts a withdrawal into the queue, inside the running transaction, and notifies its member. */
export async function enterWithdrawal(parts: EntryParts, given: NewWithdrawal): Promise<void> {
  const { database, clock, rules, withdrawalSteps, withdrawalNotifier } = parts;
  const { id, memberId, request, amounts, destination, addressTyped, hold, acceptsFromMinor, from } = given;
  const { reviewHours } = await rules.at('withdrawalReview');
  const risks = await riskReasons({ database, clock, rules }, memberId, {
    destination,
    usdMinor: amounts.usdMinor,
    hold: from ? undefined : hold,
  });
  // The database compares with what was in force then.
  const now = amounts.at;
  await database.insert(
    'withdrawal',
    {
      id,
      member: memberId,
      unit: request.unit,
      amount: request.amountMinor,
      asset: request.asset,
      chain: request.chain,
      gross: amounts.grossMinor,
      fee: amounts.feeMinor,
      received: amounts.receivedMinor,
      rate: amounts.rate?.id ?? null,
      accepts_from: acceptsFromMinor ?? null,
      worth: amounts.usdMinor,
      address: destination.address,
      address_typed: addressTyped,
      hold,
      risks,
      // The database says how many it needs.
      approvals: 1,
      status: 'pending_review',
      step: 'review',
      created_at: now,
      deadline_at: secondsFrom(now, reviewHours * 3600),
      changed_at: now,
      revision: 1,
      origin: from?.origin ?? 'balance',
      stake: from && 'stake' in from ? from.stake : null,
      deposit_return: from && 'depositReturn' in from ? from.depositReturn : null,
    },
    { returning: 'id' },
  );
  await withdrawalNotifier.submitted(await withdrawalSteps.lock(id));
}
