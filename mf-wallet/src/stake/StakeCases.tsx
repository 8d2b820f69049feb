import { shownText } from '@trellis/kit';
import { Case, Cases } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { plus } from './ahead.ts';
import type { StakeFiguresOf } from './shownQuote.ts';

/** What there is at the end of the term if the reward can be reserved, alongside what there is if not. */
export function StakeCases({ quote: { cp, rewardCp }, days }: { quote: StakeFiguresOf; days: number }) {
  const { t } = useTranslation('wallet');
  return (
    <Cases>
      <Case
        label={t('stake.bestCase', { days })}
        money={plus(cp, rewardCp)}
        text={t('stake.bestCaseText', { reward: shownText(rewardCp) })}
      />
      <Case label={t('stake.zeroCase')} money={cp} text={t('stake.zeroCaseText')} />
    </Cases>
  );
}
