import { AppError } from '../../ground/errors.ts';
import { postgresFailure } from '../db/database.ts';

/** What may be kept and shown: never a message, which can name data or secrets. */
const plain = /^[A-Za-z0-9_.-]{1,64}$/;

/** What Postgres calls the states that an operator meets, by its own names. */
const conditions: Readonly<Record<string, string>> = {
  '08001': 'unable to connect',
  '08006': 'connection failure',
  '22P02': 'invalid text representation',
  '23503': 'foreign key violation',
  '23505': 'unique violation',
  '23514': 'check violation',
  '25006': 'read only transaction',
  '25P03': 'idle in transaction time-out',
  '28000': 'invalid authorization',
  '28P01': 'invalid password',
  '3D000': 'no such database',
  '40001': 'serialization failure',
  '40P01': 'deadlock',
  '42501': 'insufficient privilege',
  '42703': 'no such column',
  '42883': 'no such function',
  '42P01': 'no such table',
  '53100': 'disk full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '55P03': 'lock not available in time',
  '57014': 'cancelled, or the time of a statement is over',
  '57P01': 'the server is shut down',
  '57P02': 'the server crashed',
  '57P03': 'the server takes no connections now',
  '58030': 'input or output error',
  '58P01': 'a file of the server is missing',
};

/** The same for the log, with the meaning of a state of Postgres. */
export function failureFacts(error: unknown): { readonly error: string; readonly meaning?: string } {
  const code = failureCode(error);
  const meaning = conditions[code];
  return { error: code, ...(meaning !== undefined && { meaning }) };
}

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
