import { minorOf, money, shortMonthText } from '@trellis/api-contract';
import { Card, Hint, isZero, Summary, shownText, TextLink, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bar, Month } from './api.ts';
import * as styles from './MonthsCard.module.css';
import { heightsOf } from './months.ts';

interface MonthsCardProps {
  readonly reported: Month;
  readonly onChoose: (month: string) => void;
}

/**
 * What the last months brought to both sides, alongside each other: the smaller one is what counts. The month that is pressed
 * shows its figures, and each button says its own to readers of the page.
 */
export function MonthsCard({ reported: { bars, month, months }, onChoose }: MonthsCardProps) {
  const { t } = useTranslation('team');
  const [language] = useLanguage();
  const { month: monthName } = useDates();
  const [pressed, setPressed] = useState<string>();
  const shown = bars.find((bar) => bar.month === pressed) ?? bars.at(-1);
  if (shown === undefined || bars.every(isEmpty)) return null;
  const heights = heightsOf(bars.flatMap((bar) => [minorOf(salesOf(bar).left), minorOf(salesOf(bar).right)]));
  const opens = shown.month !== month && shown.month >= months.first;
  return (
    <Card
      title={t('performance.byMonth')}
      action={opens && <TextLink onClick={() => onChoose(shown.month)}>{t('performance.openMonth')}</TextLink>}
    >
      <ol className={styles.months}>
        {bars.map((bar, index) => (
          <li key={bar.month}>
            <button
              type="button"
              aria-pressed={bar === shown}
              aria-label={
                bar.sales &&
                t('performance.monthFigures', {
                  month: monthName(bar.month),
                  left: shownText(bar.sales.left),
                  right: shownText(bar.sales.right),
                  bonus: shownText(bar.paid),
                })
              }
              onClick={() => setPressed(bar.month)}
            >
              <span className={styles.pair}>
                <span data-tone="primary" style={{ '--value': heights[2 * index] }} />
                <span data-tone="locked" style={{ '--value': heights[2 * index + 1] }} />
              </span>
              {shortMonthText(bar.month, language)}
            </button>
          </li>
        ))}
      </ol>
      <Hint>{monthName(shown.month)}</Hint>
      <Summary
        rows={[
          ...(shown.sales
            ? ([
                { label: t('performance.leftSales'), value: shown.sales.left, tone: 'primary' },
                { label: t('performance.rightSales'), value: shown.sales.right, tone: 'locked' },
              ] as const)
            : []),
          { label: t('performance.bonus'), value: shown.paid },
        ]}
      />
    </Card>
  );
}

/** For the drawing: an older server says what was paid alone, and nothing is said of what it does not know. */
const salesOf = ({ sales }: Bar): NonNullable<Bar['sales']> =>
  sales ?? { left: money(0n, 'USD'), right: money(0n, 'USD') };
const isEmpty = (bar: Bar): boolean => [bar.paid, salesOf(bar).left, salesOf(bar).right].every(isZero);
