import type { Money } from '@trellis/api-contract';
import { Card, Hint, moneyText, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { isLess } from './ahead.ts';
import type { StakeQuote, Stakes } from './api.ts';

const nothing: Money = { amount: '0.00', unit: 'USD' };

interface StakeFiguresProps {
  readonly offer: Stakes;
  readonly quote: StakeQuote | undefined;
  /** Other figures are on their way. */
  readonly busy: boolean;
}

/** At which rate, what it costs, for how long, and what is reserved for it. */
export function StakeFigures({ offer, quote, busy }: StakeFiguresProps) {
  const { t } = useTranslation('wallet');
  const { date, dateTime } = useDates();
  const rate = t('stake.rateValue', { rate: quote?.rate ?? offer.rate ?? '' });
  const since = quote?.rateSince ?? offer.rateSince;
  return (
    <Card label={t('stake.figures')} busy={busy}>
      <Summary
        rows={[
          { label: t('stake.rate'), value: rate },
          ...(since === null ? [] : [{ label: t('stake.rateSince'), value: dateTime(since) }]),
          { label: t('stake.cost'), value: quote?.cost ?? nothing },
          { label: t('stake.apr'), value: t('stake.aprValue', { percent: offer.aprPercent }) },
          { label: t('stake.reward'), value: quote?.reward ?? nothing },
          { label: t('stake.unlocks'), value: quote ? date(quote.maturesOn) : '–' },
        ]}
      />
      <Hint>{t('stake.rateKept')}</Hint>
      {quote && isLess(quote.reward, quote.fullReward) && (
        <Hint>{t('stake.rewardPart', { reward: moneyText(quote.reward), full: moneyText(quote.fullReward) })}</Hint>
      )}
    </Card>
  );
}
