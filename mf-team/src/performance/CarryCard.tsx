import { Card, Hint, isZero, More, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';

interface CarryCardProps {
  readonly carry: NonNullable<Month['carry']>;
  readonly reported: Month;
}

/** What waits on each side to be matched, and when it no longer can be. */
export function CarryCard({ carry, reported: { expired, now } }: CarryCardProps) {
  const { t } = useTranslation('team');
  const { day: dayText } = useDates();
  const lots = ([carry.left, carry.right] as const).flatMap(({ lots: own }, side) =>
    own.map(({ lastDay, volume }) => ({
      label: t('performance.until', {
        side: t(side === 0 ? 'performance.carryLeft' : 'performance.carryRight'),
        date: dayText(lastDay),
      }),
      value: volume,
    })),
  );
  return (
    <Card title={t('performance.carry')}>
      <Summary
        rows={[
          { label: t('performance.carryLeft'), value: carry.left.volume, tone: 'primary' },
          { label: t('performance.carryRight'), value: carry.right.volume, tone: 'locked' },
          ...(expired && !isZero(expired.left)
            ? [{ label: t('performance.expiredLeft'), value: expired.left } as const]
            : []),
          ...(expired && !isZero(expired.right)
            ? [{ label: t('performance.expiredRight'), value: expired.right } as const]
            : []),
        ]}
      />
      <Hint>{t('performance.carryText', { days: now.carryDays })}</Hint>
      <Hint>{t('performance.carryAsOf', { date: dayText(carry.asOf) })}</Hint>
      {lots.length > 0 && (
        <More title={t('performance.expires')}>
          <Summary rows={lots} />
        </More>
      )}
    </Card>
  );
}
