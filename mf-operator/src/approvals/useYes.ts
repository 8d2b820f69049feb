import type { WaitingAction } from '@trellis/api-contract/operator';
import type { CallError } from '@trellis/shell-sdk';
import type { DeedWords } from '../frame/DeedSheet.tsx';
import { approvalsApi } from './api.ts';
import type { Approvable } from './wordOf.ts';

type Yes = (of: Approvable, words: DeedWords) => PromiseLike<{ readonly error?: CallError | undefined }>;

/** Whose yes is given elsewhere: beside what it is about. */
export const hasYesHere = (action: WaitingAction): boolean =>
  action !== 'withdrawal.void_payout' && action !== 'withdrawal.settle_payout' && action !== 'operator.invite';
/** Which yes is no deed with money and not to go on after a stop. */
export const asksCode = (action: WaitingAction): boolean => action !== 'factor_reset.approve';

/** The yes of each kind. */
export function useYes(): Yes {
  const [rate] = approvalsApi.useApproveRateMutation();
  const [rule] = approvalsApi.useApproveRuleMutation();
  const [funding] = approvalsApi.useApprovePoolFundingMutation();
  const [correction] = approvalsApi.useApproveBonusCorrectionMutation();
  const [fee] = approvalsApi.useApproveFeeReturnMutation();
  const [deposit] = approvalsApi.useApproveDepositReleaseMutation();
  const [depositReturn] = approvalsApi.useApproveDepositReturnMutation();
  const [faultClosing] = approvalsApi.useApproveFaultClosingMutation();
  const [reset] = approvalsApi.useApproveFactorResetMutation();
  const [release] = approvalsApi.useApproveReleaseMutation();
  const [announcement] = approvalsApi.useApproveAnnouncementMutation();
  const [terms] = approvalsApi.useApproveTermsMutation();
  const [change] = approvalsApi.useApproveOperatorChangeMutation();
  const [unfreeze] = approvalsApi.useApproveUnfreezeMutation();
  return ({ id, action, subject }, words) => {
    switch (action) {
      case 'rate.approve':
        return rate({ id: subject, ...words });
      case 'rule.approve':
        return rule({ id: subject, ...words });
      case 'pool.fund':
        return funding({ id: subject, ...words });
      case 'bonus.correct':
        return correction({ id: subject, ...words });
      case 'fee.return':
        return fee({ id: subject, ...words });
      case 'deposit.release':
        return deposit({ id: subject, ...words });
      case 'deposit.return':
        return depositReturn({ id: subject, ...words });
      case 'chain_fault.close':
        return faultClosing({ id: subject, ...words });
      case 'factor_reset.approve':
        return reset({ id: subject, reason: words.reason });
      case 'payouts.unfreeze':
        return unfreeze({ id, ...words });
      case 'release.approve_below_floor':
      case 'release.approve_on':
      case 'release.approve_lower_floor':
        return release({ id, ...words });
      case 'announcement.publish':
        return announcement({ id: subject, ...words });
      case 'terms.publish':
        return terms({ id: subject, ...words });
      case 'operator.roles':
      case 'operator.restore':
        return change({ id: subject, ...words });
      case 'operator.invite':
      case 'withdrawal.void_payout':
      case 'withdrawal.settle_payout':
        throw new Error('its yes is given beside what it is about');
    }
  };
}
