import type { Money } from '@trellis/api-contract';
import type { SummaryRow } from '@trellis/kit';
import type { ReactNode } from 'react';

/** What the member confirms. The fee is no row among others: no flow can leave it out. */
export interface Confirmation {
  readonly label: string;
  readonly money: Money;
  readonly rows: readonly SummaryRow[];
  /** Above the amount: a `<Subject>`, the person or the stone that it is about. */
  readonly subject?: ReactNode;
  readonly fee: Money;
  /** What has to be looked at alongside the rows: a whole address, a warning. */
  readonly more?: ReactNode;
  /** Names the act and the amount: "Send 12.00 USD". */
  readonly submitLabel: string;
  /** What was promised holds no longer: in the place of the act, the way to something new. It closes the sheet. */
  readonly instead?: { readonly label: string; readonly onClick: () => void } | undefined;
}

/** What the member has in hand afterwards. */
export interface Success {
  /** What was given, what it cost, and what came of it: these three lead every receipt, in this order. */
  readonly amount: Money;
  readonly fee: Money;
  readonly received: Money;
  /** What happened, to whom, in one sentence: what the screen is then headed by. */
  readonly headline?: string;
  /** The stone that it is about; the person or the coin where there is none. */
  readonly mark?: ReactNode;
  /** Whom it was with: a username. */
  readonly person?: string;
  /** In the words of the specification: "credited in real time". */
  readonly text: string;
  /** What follows: a rate, then what it was about, last the reference. */
  readonly rows: readonly SummaryRow[];
}
