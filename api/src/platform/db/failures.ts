import type { ErrorCode } from '@trellis/api-contract';
import { AppError, busy } from '../../ground/errors.ts';
import { originalError, postgresFailure } from './database.ts';
import { refusalOf } from './sqlStates.ts';

/** Unique constraints whose breach is an ordinary refusal: somebody else was faster. */
const constraintCodes: Record<string, { code: ErrorCode; path: string }> = {
  member_username_unique: { code: 'member.username_taken', path: 'username' },
  // Whether an address has an account is never said: the code is as good as wrong.
  member_email_unique: { code: 'code.invalid_or_expired', path: 'emailCode' },
};

/** What Postgres itself and our own SQL (`sqlStates.ts`) refuse, as the catalogue has it. `undefined`: not an ordinary refusal. */
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
    // A standby, or a primary on its way to be one: whoever is asked next may be the right one.
    case '25006':
    case '57P01':
    case '57P03':
    case '08006':
    case 'ECONNRESET':
    case 'EPIPE':
      return busy(5);
    default:
      return isConnectionFailure(error) ? busy(5) : refusalOf(error);
  }
}

/** The server gave no verdict: it was out of reach, or the connection broke under the query. */
function isConnectionFailure(error: unknown): boolean {
  if (error instanceof Error && /^SequelizeConnection/.test(error.name)) return true;
  // The driver gives neither class nor code to a connection that ended under a query: only this text says.
  return /^Connection terminated|not queryable$/.test(originalError(error)?.message ?? '');
}
