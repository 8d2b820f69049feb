import { AppError } from '../../ground/errors.ts';
import { postgresFailure } from '../db/database.ts';

/** What may be kept and shown: never a message, which can name data or secrets. */
const plain = /^[A-Za-z0-9_.-]{1,64}$/;

/** A failure in one word: its code, SQLSTATE or class. */
export function failureCode(error: unknown): string {
  const codes = [error instanceof AppError ? error.code : undefined, postgresFailure(error)?.code, codeOf(error)];
  const code = codes.find((each) => each !== undefined && plain.test(each));
  if (code !== undefined) return code;
  return error instanceof Error && plain.test(error.name) ? error.name : 'unknown';
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
