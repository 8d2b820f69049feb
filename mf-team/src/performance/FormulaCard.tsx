import { minorOf, money } from '@trellis/api-contract';
import { Card, Hint, isZero, Notice, Summary, type SummaryRow, shownText } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';
import { less } from './less.ts';

/** The bonus as a sum of the member's own figures, and what they did not get, each with its reason. */
export function FormulaCard({ reported: { sums, percents, missed } }: { reported: Month }) {
  const { t } = useTranslation('team');
  // A sum of nothing explains nothing.
  if ([sums.directPoints, sums.matched, missed.noPackage, missed.noBudget].every(isZero)) return null;
  const reduced = minorOf(sums.paid) - minorOf(sums.due);
  const direct = { percent: percents.direct, volume: shownText(sums.directPoints) };
  const pairing = { percent: percents.pairing, volume: shownText(sums.matched) };
  const rows: (SummaryRow | false)[] = [
    {
      label: percents.direct === null ? t('performance.directChanged', direct) : t('performance.direct', direct),
      value: sums.direct,
    },
    {
      label: percents.pairing === null ? t('performance.pairingChanged', pairing) : t('performance.pairing', pairing),
      value: sums.pairing,
    },
    !isZero(sums.cut) && { label: t('performance.cut'), value: less(sums.cut) },
    !isZero(sums.overLimit) && { label: t('performance.overLimit'), value: less(sums.overLimit) },
    reduced < 0n && {
      label: t('performance.factor', { factor: sums.factor }),
      value: money(reduced, 'USD'),
    },
    { label: t('performance.bonus'), value: sums.paid },
  ];
  return (
    <Card title={t('performance.how')}>
      <Summary rows={rows.filter((row) => row !== false)} total />
      <Hint>{t('performance.formula')}</Hint>
      {reduced < 0n && <Hint>{t('performance.factorText')}</Hint>}
      {!isZero(missed.noPackage) && (
        <Notice tone="warning">{t('performance.noPackage', { amount: shownText(missed.noPackage) })}</Notice>
      )}
      {!isZero(missed.noBudget) && (
        <Notice tone="warning">{t('performance.noBudget', { amount: shownText(missed.noBudget) })}</Notice>
      )}
    </Card>
  );
}
