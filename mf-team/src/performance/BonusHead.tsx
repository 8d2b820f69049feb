import { Card, Empty, Hero, Hint, isZero, shownText, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';

/** What leads a month: its bonus; without one what both sides sold; without that what this page will show. */
export function BonusHead({ reported: { sums, total, month, months, asOf } }: { reported: Month }) {
  const { t } = useTranslation('team');
  const { month: monthName, dateTime } = useDates();
  const hasBonus = !isZero(sums.paid);
  if (!hasBonus && isZero(total)) {
    return (
      <Card>
        <Empty art="empty" text={t('performance.noSales')} detail={t('performance.emptyText')} />
      </Card>
    );
  }
  return (
    <Hero
      centred
      label={t(hasBonus ? 'performance.bonusOf' : 'performance.totalOf', { month: monthName(month) })}
      money={hasBonus ? sums.paid : total}
    >
      {hasBonus && <Hint>{t('performance.paidAs', { usdp: shownText(sums.usdp), rp: shownText(sums.rp) })}</Hint>}
      {month === months.last && <Hint>{t('performance.running', { time: dateTime(asOf) })}</Hint>}
    </Hero>
  );
}
