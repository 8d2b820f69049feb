import { shownText } from '@trellis/kit';
import { Case, Cases } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../api.ts';

/** What comes back if everything is rewarded, alongside what does if nothing is. */
export function PackageCases({ quote }: { quote: Quote }) {
  const { t } = useTranslation('plan');
  return (
    <Cases>
      <Case
        label={t('package.bestCase')}
        money={quote.best.usdp}
        text={t('package.bestCaseText', { reward: shownText(quote.reward) })}
      />
      <Case label={t('package.zeroCase')} money={quote.zero.usdp} text={t('package.zeroCaseText')} />
    </Cases>
  );
}
