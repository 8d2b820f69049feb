import { Card, Hint, isZero, Summary, shownText, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { isLess } from './ahead.ts';
import type { StakeQuote, Stakes } from './api.ts';
import { StakeCases } from './StakeCases.tsx';
import { noFigures } from './shownQuote.ts';

interface StakeFiguresProps {
  readonly offer: Stakes;
  readonly quote: StakeQuote | undefined;
  /** No amount is there yet: these are of the least one. */
  readonly isExample: boolean;
  /** Other figures are on their way. */
  readonly busy: boolean;
}

/** What it brings at best and at worst, at which rate, what it costs, for how long, and what is reserved for it. */
export function StakeFigures({ offer, quote, isExample, busy }: StakeFiguresProps) {
  const { t } = useTranslation('wallet');
  const { day, dateTime } = useDates();
  const { cost, reward, fullReward } = quote ?? noFigures;
  const rate = t('stake.rateValue', { rate: quote?.rate ?? offer.rate ?? '' });
  const since = quote?.rateSince ?? offer.rateSince;
  return (
    <Card label={t('stake.figures')} busy={busy}>
      {/* Until the next are there they are of another amount than the one that is typed. */}
      {quote && <Hint>{t(isExample ? 'stake.example' : 'stake.with', { amount: shownText(quote.cp) })}</Hint>}
      <StakeCases quote={quote ?? noFigures} days={offer.termDays} />
      <Summary
        rows={[
          { label: t('stake.rate'), value: rate },
          ...(since === null ? [] : [{ label: t('stake.rateSince'), value: dateTime(since) }]),
          { label: t('stake.cost'), value: cost },
          { label: t('stake.apr'), value: t('stake.aprValue', { percent: offer.aprPercent }) },
          { label: t('stake.rewardToCome'), value: reward },
          { label: t('stake.unlocks'), value: quote ? day(quote.maturesOn) : '–' },
        ]}
      />
      <Hint>{t('stake.rateKept')}</Hint>
      {!isZero(reward) && isLess(reward, fullReward) && (
        <Hint>{t('stake.rewardPart', { reward: shownText(reward), full: shownText(fullReward) })}</Hint>
      )}
    </Card>
  );
}
