import { LinkButton, moneyText, Notice, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';

/** What of a contract is applied for, until when it arrives, and the way to where that is followed. */
export function PayoutNotices({ payouts }: Pick<OwnStake, 'payouts'>) {
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
      {t('stake.pendingText', { until: dateTime(deadlineAt) })}
    </Notice>
  ));
}
