import { type ErrorCode, money, moneyText, type Unit } from '@trellis/api-contract';
import { AppError } from '../ground/errors.ts';
import { postgresFailure } from '../platform/db/database.ts';
import { refusalOf } from '../platform/db/sqlStates.ts';

/** Refusals of the posting function, answered with amounts of the unit that was moved. */
export function explainPostingError(error: unknown, unit: Unit): AppError | undefined {
  const failure = postgresFailure(error);
  const [first = '0', second = '0'] = (failure?.detail ?? '').split(' ');
  const text = (minor: string): string => moneyText(money(BigInt(minor), unit));
  switch (failure?.code) {
    case 'TR001':
      return new AppError('money.insufficient_balance', {
        fields: [{ path: 'amount', code: 'money.insufficient_balance' }],
      });
    case 'TR011':
      return limitError('money.below_minimum', { minimum: text(first) });
    case 'TR012':
      return limitError('money.above_maximum', { maximum: text(first) });
    case 'TR013':
      return limitError('money.daily_limit', { maximum: text(first), left: text(second) });
    case 'TR035':
      return resting(Number(first));
    default:
      return refusalOf(error);
  }
}

/** Quotes rest around a change of the rate. @param seconds until they rest no more */
const resting = (seconds: number): AppError =>
  new AppError('rate.resting', {
    params: { minutes: Math.ceil(seconds / 60) },
    headers: { 'retry-after': String(seconds) },
  });

/** A limit that an amount breaks, answered at its field. */
export function limitError(code: ErrorCode, params: Record<string, string>): AppError {
  return new AppError(code, { params, fields: [{ path: 'amount', code, params }] });
}
