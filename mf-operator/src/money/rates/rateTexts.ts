import { percentText } from '@trellis/api-contract';
import { amountText, rateText, type Tone } from '@trellis/kit';
import type { Pair, Rate } from '../../api.ts';

export const rateTones = {
  waiting: 'warning',
  lapsed: 'neutral',
  coming: 'primary',
  inForce: 'positive',
  over: 'neutral',
  replaced: 'neutral',
} as const satisfies Record<Rate['state'], Tone>;

/** `1 BTC = 97,123.45 USD` */
export const rateOf = ({ base, quote }: Pick<Pair, 'base' | 'quote'>, rate: string): string =>
  rateText(base, /^[\d.]+$/.test(rate) ? amountText(rate) : rate, quote);

/** With its sign, as `+14.20%`. */
export const signedPercent = (hundredths: number, percent: (hundredths: number) => string): string =>
  `${hundredths > 0 ? '+' : ''}${percentText(percent(hundredths))}`;
