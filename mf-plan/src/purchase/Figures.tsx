import { dayOf, listText, type Money, money, percentText } from '@trellis/api-contract';
import { Card, Hint, Ladder, Summary, shownText, useDates } from '@trellis/kit';
import { productNow, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../api.ts';
import { broughtBy } from '../packages/nextLoop.ts';
import { PackageCases } from './PackageCases.tsx';

/** Nothing is taken alongside the price. */
export const noFee: Money = money(0n, 'USD');

/** What comes back, and when. @param busy other figures are on their way */
export function ComesBack({ quote, busy }: { quote: Quote; busy: boolean }) {
  const { t } = useTranslation('plan');
  const { day } = useDates();
  const [language] = useLanguage();
  const { loops, days } = quote;
  const [first, last] = [loops[0], loops.at(-1)];
  return (
    <Card title={t('package.comesBack')} action={<Hint>{t('package.inDays', { days })}</Hint>} busy={busy}>
      <PackageCases quote={quote} />
      <Ladder
        label={t('package.term', { days, loops: loops.length })}
        steps={loops.map(({ n, dueOn }, index) => ({
          state: index === 0 ? 'next' : 'open',
          label: listText([String(n), day(dueOn)], language),
        }))}
        axis={
          first && last
            ? [
                day(dayOf(new Date(productNow()))),
                t('package.each', { amount: shownText(broughtBy(first)) }),
                day(last.dueOn),
              ]
            : []
        }
      />
    </Card>
  );
}

/** What it costs now and later, and what is left of it as USD. */
export function Fees({ quote }: { quote: Quote }) {
  const { t } = useTranslation('plan');
  return (
    <Card label={t('package.fees')}>
      <Summary
        rows={[
          { label: t('package.feeNow'), value: noFee },
          { label: t('package.feeExchange'), value: percentText(quote.exchangeFeePercent) },
          { label: t('package.backBest'), value: quote.best.usd },
          { label: t('package.backZero'), value: quote.zero.usd },
        ]}
      />
    </Card>
  );
}
