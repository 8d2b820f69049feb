import type { Money } from '@trellis/api-contract';
import { Amount, moneyText } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../api.ts';
import * as styles from './Cases.module.css';

/** What comes back if everything is rewarded, beside what does if nothing is. */
export function Cases({ quote }: { quote: Quote }) {
  const { t } = useTranslation('plan');
  return (
    <div className={styles.cases}>
      <Case
        label={t('package.bestCase')}
        money={quote.best.usdp}
        text={t('package.bestCaseText', { reward: moneyText(quote.reward) })}
      />
      <Case label={t('package.zeroCase')} money={quote.zero.usdp} text={t('package.zeroCaseText')} />
    </div>
  );
}

function Case({ label, money, text }: { label: string; money: Money; text: string }) {
  return (
    <div className={styles.case}>
      <span>{label}</span>
      <strong>
        <Amount money={money} />
      </strong>
      <small>{text}</small>
    </div>
  );
}
