import type { Money } from '@trellis/api-contract';
import type { ReactNode } from 'react';
import { amountText, isNegative, moneyText, unsigned } from '../format/money.ts';

/** An amount on one line, in tabular digits, its unit code after it. */
export function Amount({ money }: { money: Money }) {
  return <span className="amount">{moneyText(money)}</span>;
}

/** What came in or went out: a triangle and a sign beside the colour. */
export function SignedAmount({ money }: { money: Money }) {
  const out = isNegative(money);
  return (
    <span className="amount">
      <span className="sign" data-tone={out ? 'negative' : 'positive'}>
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
    <div className="hero">
      <p className="hint">{label}</p>
      <HeroAmount money={money} />
      {children}
    </div>
  );
}

/** The large amount itself, as in a hero or on a success page. */
export function HeroAmount({ money }: { money: Money }) {
  return (
    <p className="amount">
      {amountText(money.amount)} <small>{money.unit}</small>
    </p>
  );
}

/** When the data were true: "as of 15:04". */
export function Stamp({ tone, children }: { tone: 'positive' | 'warning'; children: ReactNode }) {
  return (
    <p className="stamp" data-tone={tone} role="status">
      {children}
    </p>
  );
}
