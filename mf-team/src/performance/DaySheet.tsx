import { minorOf, money } from '@trellis/api-contract';
import {
  ExactAmounts,
  Hint,
  isZero,
  LeadAmount,
  moneyText,
  Notice,
  Sheet,
  Summary,
  type SummaryRow,
  useDates,
} from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Day } from './api.ts';
import { less } from './less.ts';

interface DaySheetProps {
  readonly day: Day;
  readonly bonus: NonNullable<Day['bonus']>;
  readonly onClose: () => void;
}

const heldTexts = {
  sharedAccounts: 'performance.held.sharedAccounts',
  review: 'performance.held.review',
} as const;

/** One day's bonus from its volume to what came, so that nobody needs a sheet of their own. */
export function DaySheet({ day, bonus, onClose }: DaySheetProps) {
  const { t } = useTranslation('team');
  const { day: dayText } = useDates();
  const { stock, matched, directPoints, direct, pairing, cut, cap, overLimit, due, paid, factor } = bonus;
  const rows: (SummaryRow | false)[] = [
    { label: t('performance.directChanged', { volume: moneyText(directPoints) }), value: direct },
    { label: t('performance.matched'), value: matched },
    { label: t('performance.pairingChanged', { volume: moneyText(matched) }), value: pairing },
    { label: t('performance.cap'), value: cap },
    !isZero(cut) && { label: t('performance.cut'), value: less(cut) },
    !isZero(overLimit) && { label: t('performance.overLimit'), value: less(overLimit) },
    minorOf(paid) < minorOf(due) && {
      label: t('performance.factor', { factor }),
      value: money(minorOf(paid) - minorOf(due), 'USD'),
    },
    { label: t('performance.bonus'), value: paid },
  ];
  return (
    <Sheet title={t('performance.dayOf', { date: dayText(day.day) })} onClose={onClose}>
      <LeadAmount money={paid} />
      <Hint>{t('performance.stock', { left: moneyText(stock.left), right: moneyText(stock.right) })}</Hint>
      {!bonus.qualified && <Notice tone="warning">{t('performance.dayUnqualified')}</Notice>}
      {/* The sum is to be checked: with every digit. */}
      <ExactAmounts value={true}>
        <Summary rows={rows.filter((row) => row !== false)} total />
      </ExactAmounts>
      {!isZero(paid) && (
        <Hint>{t('performance.paidAs', { usdp: moneyText(bonus.usdp), rp: moneyText(bonus.rp) })}</Hint>
      )}
      {bonus.held !== null && <Notice tone="warning">{t(heldTexts[bonus.held])}</Notice>}
      {!bonus.arrived && bonus.held === null && <Hint>{t('performance.onItsWay')}</Hint>}
    </Sheet>
  );
}
