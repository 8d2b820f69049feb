import { percentText } from '@trellis/api-contract';
import { amountText, rateText, type Tone } from '@trellis/kit';
import type { Pair, Rate } from '../../api.ts';
import { percentOf } from '../solvency/percent.ts';

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
  rateText(base, numberOf(rate), quote);
/** `97,123.45 USD`, where the other side of the pair stands alongside. */
export const amountOf = ({ quote }: Pick<Pair, 'quote'>, rate: string): string => `${numberOf(rate)}\u00a0${quote}`;

const numberOf = (rate: string): string => (/^[\d.]+$/.test(rate) ? amountText(rate) : rate);

/**
 * A change in hundredths of a percent with its sign, as `+14.20%`. From a thousand percent on nobody reads decimals: `+70,900%`,
 * and never less than it is.
 */
export function signedPercent(hundredths: number): string {
  const size = Math.abs(hundredths);
  const shown = size < 100_000 ? percentOf(size) : amountText(String(Math.ceil(size / 100))).replace(/\.00$/, '');
  return `${hundredths > 0 ? '+' : hundredths < 0 ? '−' : ''}${percentText(shown)}`;
}

/** How much of its age a rate has used, and how that is to be taken: in the last quarter somebody should look. */
export function ageOf(ageMs: number, maximumAgeSeconds: number): { readonly share: number; readonly tone: Tone } {
  const share = Math.min(1, Math.max(0, ageMs / 1_000 / maximumAgeSeconds));
  return { share, tone: share >= 1 ? 'negative' : share >= 0.75 ? 'warning' : 'positive' };
}
