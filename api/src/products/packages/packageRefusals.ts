import { money, moneyText } from '@trellis/api-contract';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { PackageRefusal, PackageRequest } from './packageQuote.ts';
import type { PackageTerms } from './packageTerms.ts';

const usdText = (minor: bigint): string => moneyText(money(minor, 'USD'));

/** A refusal with the figures that explain it, at the field that it is about. */
export function explained(
  refused: PackageRefusal,
  terms: PackageTerms,
  { custom, level, restsUntil, cancelRoom }: Pick<PackageRequest, 'level' | 'custom' | 'restsUntil' | 'cancelRoom'>,
): AppError {
  const amount = custom === undefined ? 'level' : 'amount';
  switch (refused) {
    case 'package.below_minimum':
      return fieldError([{ path: amount, code: refused, params: { minimum: usdText(terms.minimum) } }]);
    case 'money.above_maximum':
      return fieldError([{ path: amount, code: refused, params: { maximum: usdText(terms.maximum) } }]);
    case 'package.step':
      return fieldError([
        { path: amount, code: refused, params: { step: usdText(terms.step), minimum: usdText(terms.minimum) } },
      ]);
    case 'package.rp_share': {
      const price = custom ?? terms.levels.find((each) => each.level === level)?.price ?? 0n;
      const maximum = usdText((price * terms.rpSharePpm) / 1_000_000n);
      return fieldError([{ path: 'rp', code: refused, params: { maximum } }]);
    }
    case 'package.level_unknown':
    case 'money.insufficient_balance':
      return fieldError([{ path: amount, code: refused }]);
    case 'package.cancelled_often':
      return new AppError(refused, { params: { until: restsUntil?.toISOString() ?? '' } });
    case 'package.cancellable_full': {
      const room = cancelRoom !== undefined && cancelRoom > 0n ? cancelRoom : 0n;
      return new AppError(refused, { params: { maximum: moneyText(money(room, 'USDP')) } });
    }
    case 'member.suspended':
    case 'package.closed':
    case 'package.terms_changed':
      return new AppError(refused);
  }
}
