import { AppError } from '../../ground/errors.ts';
import { postgresFailure } from '../../platform/db/database.ts';
import { refusalOf } from '../../platform/db/sqlStates.ts';

/** What the functions that set rules and rates refuse. `undefined`: not an ordinary refusal. */
export function explainRuleError(error: unknown): AppError | undefined {
  const failure = postgresFailure(error);
  switch (failure?.code) {
    case 'TM002':
      return new AppError('rule.past', { fields: [{ path: 'from', code: 'field.range' }] });
    case '23505':
      return new AppError('rule.taken', { cause: error });
    default:
      return refusalOf(error);
  }
}
