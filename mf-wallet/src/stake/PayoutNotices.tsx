import { LinkButton, moneyText, Notice, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OwnStake, Stakes } from './api.ts';

interface PayoutNoticesProps extends Pick<OwnStake, 'payouts'>, Pick<Stakes, 'payoutsFrozen'> {
  /** The page says why nothing goes on. */
  readonly suspended: boolean;
}

/** What of a contract is applied for, until when it arrives where that can be said, and the way to where that is followed. */
export function PayoutNotices({ payouts, payoutsFrozen, suspended }: PayoutNoticesProps) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  return payouts.map(({ id, amount, deadlineAt }) => (
    <Notice
      key={id}
      tone="primary"
      icon="clock"
      title={t('stake.payout', { amount: moneyText(amount) })}
      action={
        <LinkButton kind="quiet" size="small" to={`/wallet/withdrawal?id=${id}`}>
          {t('withdrawal.follow')}
        </LinkButton>
      }
    >
      {!suspended &&
        (payoutsFrozen ? t('stake.pendingFrozen') : t('stake.pendingText', { until: dateTime(deadlineAt) }))}
    </Notice>
  ));
}
