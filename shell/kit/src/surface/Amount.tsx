import type { Money } from '@trellis/api-contract';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, isNegative, unsigned } from '../format/money.ts';
import { Skeleton } from '../message/Skeleton.tsx';
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

/** An amount on one line, in tabular digits, its unit code after it. Translators leave figures as they are. */
export function Amount({ money }: { money: Money }) {
  const hidden = useContext(HiddenAmounts);
  return (
    <span className={styles.amount} translate="no">
      {hidden ? <Covered /> : <Parts money={money} />}
    </span>
  );
}

/** The whole part leads; what follows it and the unit step back. */
function Parts({ money }: { money: Money }) {
  const [whole, decimals] = amountText(money.amount, money.unit).split('.');
  return (
    <>
      {whole}
      <span className={styles.quiet}>.{decimals}</span> <span className={styles.unit}>{money.unit}</span>
    </>
  );
}

/** What came in or went out, with its sign; green is only what came in. */
export function SignedAmount({ money }: { money: Money }) {
  const out = isNegative(money);
  if (useContext(HiddenAmounts)) return <Amount money={money} />;
  return (
    <span className={styles.amount} translate="no">
      <span className={out ? undefined : styles.sign} data-tone={out ? undefined : 'positive'}>
        {out ? '−' : '+'}
        <Parts money={unsigned(money)} />
      </span>
    </span>
  );
}

/** The one number that a screen or a card is about. */
export function Hero({ label, money, action, centred, size, children }: HeroProps) {
  return (
    <div className={styles.hero} data-centred={centred || undefined}>
      <div className={styles.label}>
        <p className={textStyles.hint}>{label}</p>
        {action}
      </div>
      {money === undefined ? <Skeleton size="hero" width={0.5} /> : <HeroAmount money={money} size={size} />}
      {children}
    </div>
  );
}

interface HeroProps {
  readonly label: string;
  /** `undefined` while it is on its way. */
  readonly money: Money | undefined;
  /** It leads the screen, and stands on the ground without a card. */
  readonly centred?: boolean;
  /** Smaller: what else is on the screen counts as much. */
  readonly size?: 'lead';
  /** Alongside the label: what can be done with the number. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** The large amount itself, as in a hero or on a success page. */
export function HeroAmount({ money, size }: { money: Money; size?: 'lead' | undefined }) {
  return (
    <p data-testid="hero" className={styles.heroAmount} data-size={size} translate="no">
      {useContext(HiddenAmounts) ? <Covered /> : <Figure money={money} />} <small>{money.unit}</small>
    </p>
  );
}

/** What one record is about: signed, at the size of a heading. */
export function LeadAmount({ money }: { money: Money }) {
  const hidden = useContext(HiddenAmounts);
  return (
    <p data-testid="hero" className={styles.heroAmount} data-size="lead" translate="no">
      {hidden ? (
        <Covered />
      ) : (
        <>
          {isNegative(money) ? '−' : '+'}
          <Figure money={unsigned(money)} />
        </>
      )}{' '}
      <small>{money.unit}</small>
    </p>
  );
}

/** What leads is the whole part. */
function Figure({ money }: { money: Money }) {
  const [whole, decimals] = amountText(money.amount, money.unit).split('.');
  const changes = useChanges(money.amount);
  return (
    // Another element each time, so that it rolls once for each.
    <span key={changes} data-changed={changes > 0 || undefined}>
      {whole}
      <span className={styles.cents}>.{decimals}</span>
    </span>
  );
}

/** How often a figure has become another one since it was first shown: what stands there comes from the server. */
function useChanges(amount: string): number {
  const [shown, setShown] = useState({ amount, times: 0 });
  if (shown.amount === amount) return shown.times;
  const next = { amount, times: shown.times + 1 };
  setShown(next);
  return next.times;
}

/** When the data were true: "as of 15:04". */
export function Stamp({ tone, children }: { tone: 'positive' | 'warning'; children: ReactNode }) {
  return (
    <p className={styles.stamp} data-tone={tone} role="status">
      {children}
    </p>
  );
}
