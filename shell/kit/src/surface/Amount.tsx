import type { Money } from '@trellis/api-contract';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, isNegative, moneyText, unsigned } from '../format/money.ts';
import * as styles from './Amount.module.css';
import * as textStyles from './Text.module.css';

/** Whether amounts below are covered: somebody may look over the reader's shoulder. */
export const HiddenAmounts = createContext(false);

function Covered() {
  const { t } = useTranslation('kit');
  return (
    <>
      <span aria-hidden="true">•••••</span>
      <span className={textStyles.unseen}>{t('amount.hidden')}</span>
    </>
  );
}

/** An amount on one line, in tabular digits, its unit code after it. */
export function Amount({ money }: { money: Money }) {
  const hidden = useContext(HiddenAmounts);
  return <span className={styles.amount}>{hidden ? <Covered /> : moneyText(money)}</span>;
}

/** What came in or went out: a triangle and a sign beside the colour. */
export function SignedAmount({ money }: { money: Money }) {
  const out = isNegative(money);
  if (useContext(HiddenAmounts)) return <Amount money={money} />;
  return (
    <span className={styles.amount}>
      <span className={styles.sign} data-tone={out ? 'negative' : 'positive'}>
        <span aria-hidden="true">{out ? '▼ ' : '▲ '}</span>
        {out ? '−' : '+'}
        {moneyText(unsigned(money))}
      </span>
    </span>
  );
}

/** The one number a card is about. */
export function Hero({ label, money, children }: { label: string; money: Money; children?: ReactNode }) {
  return (
    <div className={styles.hero}>
      <p className={textStyles.hint}>{label}</p>
      <HeroAmount money={money} />
      {children}
    </div>
  );
}

/** The large amount itself, as in a hero or on a success page. */
export function HeroAmount({ money }: { money: Money }) {
  return (
    <p data-testid="hero" className={styles.heroAmount}>
      {useContext(HiddenAmounts) ? <Covered /> : amountText(money.amount)} <small>{money.unit}</small>
    </p>
  );
}

/** When the data were true: "as of 15:04". */
export function Stamp({ tone, children }: { tone: 'positive' | 'warning'; children: ReactNode }) {
  return (
    <p className={styles.stamp} data-tone={tone} role="status">
      {children}
    </p>
  );
}
