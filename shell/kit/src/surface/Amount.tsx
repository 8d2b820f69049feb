import type { Money } from '@trellis/api-contract';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText, isNegative, moneyText, shownMoney, unsigned } from '../format/money.ts';
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

/** Whether amounts below have all of their digits: in a receipt, a record, and wherever somebody decides on them. */
export const ExactAmounts = createContext(false);

interface AmountProps {
  readonly money: Money;
  /** Stands by itself and can be pressed: where digits are left out, it shows them. What is in a link cannot. */
  readonly opens?: boolean;
}

/** An amount on one line, in tabular digits, its unit code after it. Translators leave figures as they are. */
export function Amount({ money, opens }: AmountProps) {
  const hidden = useContext(HiddenAmounts);
  const { shown, ...more } = useDigits(money, opens === true && !hidden);
  return (
    <Digits className={styles.amount} {...more}>
      {hidden ? <Covered /> : <Parts money={shown} />}
    </Digits>
  );
}

/** What is shown of an amount, and how the rest of it comes. */
function useDigits(money: Money, opens: boolean) {
  const exact = useContext(ExactAmounts);
  const hidden = useContext(HiddenAmounts);
  const [open, setOpen] = useState(false);
  const short = shownMoney(money);
  const isShort = !exact && short.amount !== money.amount;
  return {
    shown: exact || open ? money : short,
    title: isShort && !hidden ? moneyText(money) : undefined,
    onPress: isShort && opens ? () => setOpen(!open) : undefined,
  };
}

interface DigitsProps {
  readonly className: string | undefined;
  readonly title: string | undefined;
  readonly onPress: (() => void) | undefined;
  readonly children: ReactNode;
}

function Digits({ onPress, className, ...rest }: DigitsProps) {
  if (onPress === undefined) return <span className={className} data-money translate="no" {...rest} />;
  const classes = className === undefined ? styles.opens : `${className} ${styles.opens}`;
  return <button type="button" className={classes} data-money translate="no" onClick={onPress} {...rest} />;
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
  const { shown, ...more } = useDigits(money, false);
  if (useContext(HiddenAmounts)) return <Amount money={money} />;
  return (
    <Digits className={styles.amount} {...more}>
      <span className={out ? undefined : styles.sign} data-tone={out ? undefined : 'positive'}>
        {out ? '−' : '+'}
        <Parts money={unsigned(shown)} />
      </span>
    </Digits>
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
  const hidden = useContext(HiddenAmounts);
  const { shown, ...more } = useDigits(money, !hidden);
  return (
    <p data-testid="hero" className={styles.heroAmount} data-size={size} translate="no">
      <Digits className={undefined} {...more}>
        {hidden ? <Covered /> : <Figure money={shown} />}
      </Digits>{' '}
      <small>{money.unit}</small>
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
