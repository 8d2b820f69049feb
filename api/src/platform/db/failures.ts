import { type ErrorCode, money, moneyText, type Unit } from '@trellis/api-contract';
import { AppError, busy } from '../../ground/errors.ts';
import { originalError, postgresFailure } from './database.ts';

/** Unique constraints whose breach is an ordinary refusal: somebody else was faster. */
const constraintCodes: Record<string, { code: ErrorCode; path: string }> = {
  member_username_unique: { code: 'member.username_taken', path: 'username' },
  // Whether an address has an account is never told: the code is as good as wrong.
  member_email_unique: { code: 'code.invalid_or_expired', path: 'emailCode' },
};

/** The one table from SQLSTATE to catalogue. `undefined`: not an ordinary refusal. */
export function explainDatabaseError(error: unknown): AppError | undefined {
  const failure = postgresFailure(error);
  switch (failure?.code) {
    case '23505': {
      const known = constraintCodes[failure.constraint ?? ''];
      return known && new AppError(known.code, { fields: [known], cause: error });
    }
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
    case '53300':
      return busy(1);
    case '57P01':
    case '57P03':
    case '08006':
    case 'ECONNRESET':
    case 'EPIPE':
      return busy(5);
    default:
      return isConnectionFailure(error) ? busy(5) : undefined;
  }
}

/** The server gave no verdict: it was out of reach, or the connection broke under the query. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Error && /^SequelizeConnection/.test(error.name)) return true;
  // The driver gives neither class nor code to a connection that ended under a query: only this text tells.
  return /^Connection terminated|not queryable$/.test(originalError(error)?.message ?? '');
}

/** Refusals of the posting function, told with amounts of the unit that was moved. */
export function explainPostingError(error: unknown, unit: Unit): AppError | undefined {
  const failure = postgresFailure(error);
  const [first = '0', second = '0'] = (failure?.detail ?? '').split(' ');
  const text = (minor: string): string => moneyText(money(BigInt(minor), unit));
  switch (failure?.code) {
    case 'TR001':
      return new AppError('money.insufficient_balance', {
        fields: [{ path: 'amount', code: 'money.insufficient_balance' }],
      });
    case 'TR004':
      return new AppError('idempotency.key_reused');
    case 'TR011':
      return limitError('money.below_minimum', { minimum: text(first) });
    case 'TR012':
      return limitError('money.above_maximum', { maximum: text(first) });
    case 'TR013':
      return limitError('money.daily_limit', { maximum: text(first), left: text(second) });
    case 'TR021':
      return new AppError('money.hold_ended');
    case 'TR041':
      return new AppError('money.payouts_frozen');
    case 'TR031':
      return new AppError('exchange.quote_expired');
    case 'TR033':
      return new AppError('rate.unavailable');
    case 'TR034':
      return new AppError('rate.stale');
    case 'TR023':
    case 'TR024':
      return new AppError('money.not_reversible');
    default:
      return undefined;
  }
}

/** A limit that an amount breaks, told at its field. */
export function limitError(code: ErrorCode, params: Record<string, string>): AppError {
  return new AppError(code, { params, fields: [{ path: 'amount', code, params }] });
}
