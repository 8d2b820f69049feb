import { AppError } from '../../ground/errors.ts';
import { postgresFailure } from '../../platform/db/database.ts';

/** What the functions that set rates, limits and fees refuse. `undefined`: not an ordinary refusal. */
export function explainTermsError(error: unknown): AppError | undefined {
  const failure = postgresFailure(error);
  switch (failure?.code) {
    case 'TM001':
      return new AppError('rate.unknown');
    case 'TM002':
      return new AppError('rate.past', { fields: [{ path: 'from', code: 'field.range' }] });
    case '23505':
      return new AppError('rate.taken', { cause: error });
    // Least, most and a day's most that do not fit each other.
    case '23514':
      return new AppError('request.invalid', { fields: [{ path: 'maximum', code: 'field.range' }], cause: error });
    default:
      return undefined;
  }
}
