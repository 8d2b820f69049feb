import type { WithdrawalDetails } from '../../api.ts';
import type { ValueOf } from '../../texts/textKey.ts';
import { livePayout, personOf } from './withdrawalTexts.ts';

export type WithdrawalAction =
  | 'approve'
  | 'reject'
  | 'claim'
  | 'takeOver'
  | 'unclaim'
  | 'record'
  | 'confirm'
  | 'void'
  | 'settle';

/** Why an action is not open to who looks. */
export type Why = ValueOf<'withdrawals.why'>;

export interface ActionState {
  readonly action: WithdrawalAction;
  /** `undefined`: it is open. */
  readonly why?: Why | undefined;
}

/** Who looks, and what their roles let them do. */
export interface Reader {
  readonly name: string;
  readonly reviews: boolean;
  readonly pays: boolean;
}

type Facts = Pick<WithdrawalDetails, 'step' | 'paused' | 'approvedBy' | 'payouts' | 'claim'>;

/**
 * What can be done with a withdrawal where it stands, and of each whether the reader may, or why not. The server decides;
 * this saves the way, and says who else has to come.
 */
export function actionsOf(details: Facts, reader: Reader): ActionState[] {
  const { step, paused, approvedBy, claim } = details;
  const payout = livePayout(details);
  // A live one that was paid, else one that was voided and arrived all the same.
  const reached = payout?.paid ? payout : details.payouts.find(({ paid }) => paid);
  const isReader = (actor: string | null) =>
    actor !== null && personOf(actor).toLowerCase() === reader.name.toLowerCase();
  const hasApproved = approvedBy.some(isReader);
  const role = (has: boolean, otherwise: Why): Why | undefined => (has ? undefined : otherwise);
  const review = role(reader.reviews, 'review');
  const treasury = role(reader.pays, 'treasury');
  const pause = role(!paused, 'paused');
  if (step === 'review')
    return [
      { action: 'approve', why: review ?? pause ?? (hasApproved ? 'yours' : undefined) },
      { action: 'reject', why: review },
      // Only to those who wait for it: to others it says nothing.
      ...(reader.pays ? [{ action: 'record', why: 'needsApproval' } as const] : []),
    ];
  if (step !== 'approved') return [];
  if (reached && (!payout || payout === reached))
    return [
      { action: 'settle', why: treasury ?? (isReader(reached.settlementAskedBy) ? 'settlementAsked' : undefined) },
      ...(reader.reviews ? [{ action: 'reject', why: 'recorded' } as const] : []),
    ];
  const mayAnswer = treasury ?? (hasApproved ? 'approver' : undefined);
  const mayPay = treasury ?? pause ?? mayAnswer;
  if (!payout && claim && isReader(claim.by))
    return [
      { action: 'record', why: mayPay },
      { action: 'unclaim', why: treasury },
      { action: 'reject', why: review ?? 'beingPaid' },
    ];
  if (!payout)
    return [
      // Also of a member who is stopped: whoever claimed it may be gone.
      claim ? { action: 'takeOver', why: mayAnswer } : { action: 'claim', why: mayPay },
      ...(reader.pays ? [{ action: 'record', why: 'claimFirst' } as const] : []),
      { action: 'reject', why: review ?? (claim ? 'beingPaid' : undefined) },
    ];
  return [
    ...(payout.verifiable
      ? []
      : [
          {
            action: 'confirm',
            why: treasury ?? pause ?? (isReader(payout.recordedBy) ? 'ownPayout' : undefined),
          } as const,
        ]),
    { action: 'void', why: treasury ?? (isReader(payout.voidAskedBy) ? 'voidAsked' : undefined) },
    ...(reader.reviews ? [{ action: 'reject', why: 'recorded' } as const] : []),
  ];
}
