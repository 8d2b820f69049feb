import type { OutputOf } from '@trellis/api-contract';
import { amountText, rateText, type Tone } from '@trellis/kit';

export type Pair = OutputOf<'operator', 'listRates'>['pairs'][number];
export type Rate = Pair['rates'][number];

export const rateStates = {
  waiting: { text: 'rates.waiting', tone: 'warning' },
  lapsed: { text: 'rates.lapsed', tone: 'neutral' },
  coming: { text: 'rates.coming', tone: 'primary' },
  inForce: { text: 'rates.inForce', tone: 'positive' },
  over: { text: 'rates.over', tone: 'neutral' },
  replaced: { text: 'rates.replaced', tone: 'neutral' },
} as const satisfies Record<Rate['state'], { text: string; tone: Tone }>;

/** `1 BTC = 97,123.45 USD` */
export const rateOf = ({ base, quote }: Pick<Pair, 'base' | 'quote'>, rate: string): string =>
  rateText(base, /^[\d.]+$/.test(rate) ? amountText(rate) : rate, quote);

/** With its sign, as `+14.20 %`. */
export const signedPercent = (hundredths: number, percent: (hundredths: number) => string): string =>
  `${hundredths > 0 ? '+' : ''}${percent(hundredths)} %`;
