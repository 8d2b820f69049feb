import type { Money } from '@trellis/api-contract';
import { moneyText } from '@trellis/kit';
import { Case, Cases } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { plus } from './ahead.ts';
import type { StakeQuote } from './api.ts';

const nothing: Money = { amount: '0.00', unit: 'CP' };

/** What there is at the end of the term if the reward can be reserved, beside what there is if not. */
export function StakeCases({ quote, days }: { quote: StakeQuote | undefined; days: number }) {
  const { t } = useTranslation('wallet');
  const { cp, rewardCp } = quote ?? { cp: nothing, rewardCp: nothing };
  return (
    <Cases>
      <Case
        label={t('stake.bestCase', { days })}
        money={plus(cp, rewardCp)}
        text={t('stake.bestCaseText', { reward: moneyText(rewardCp) })}
      />
      <Case label={t('stake.zeroCase')} money={cp} text={t('stake.zeroCaseText')} />
    </Cases>
  );
}
