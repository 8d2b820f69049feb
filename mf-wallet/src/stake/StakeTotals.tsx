import { Card, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Stakes } from './api.ts';

/** All that a member has staked: how much, what is promised for it, and when the first of it unlocks. */
export function StakeTotals({
  stakes: { totals, packagesPurchased },
}: {
  stakes: Pick<Stakes, 'totals' | 'packagesPurchased'>;
}) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const { staked, reward, remainingDays, unlocksOn } = totals;
  return (
    <Card label={t('stake.totals')}>
      <Summary
        rows={[
          { label: t('stake.totalAssets'), value: staked },
          { label: t('stake.totalReward'), value: reward },
          { label: t('stake.planTotal'), value: packagesPurchased },
          {
            label: t('stake.remainingDays'),
            value: remainingDays === null ? t('stake.nothingLocked') : t('stake.days', { count: remainingDays }),
          },
          ...(unlocksOn === null ? [] : [{ label: t('stake.firstUnlock'), value: day(unlocksOn) }]),
        ]}
      />
    </Card>
  );
}
