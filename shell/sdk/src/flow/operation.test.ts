import { expect, test } from '@jest/globals';
import { type ErrorCode, errorCatalogue } from '@trellis/api-contract';
import { type ApiFailure, networkFailure } from '../api/failure.ts';
import { mayRetry, outcomeOf } from './operation.ts';

const problem = (code: ErrorCode): ApiFailure => {
  const { status, title } = errorCatalogue[code];
  return { kind: 'problem', problem: { type: 'about:blank', title, status, code, requestId: 'r' } };
};

test('an answer is an answer', () => {
  expect(outcomeOf({ data: 'receipt' })).toEqual({ kind: 'answered', receipt: 'receipt' });
});

test('no answer, and a call that is still running, are asked for by key', () => {
  expect(outcomeOf({ error: networkFailure })).toEqual({ kind: 'lost' });
  expect(outcomeOf({ error: problem('idempotency.in_flight') })).toEqual({ kind: 'lost' });
  expect(outcomeOf({ error: { message: 'a fault of the page' } })).toEqual({ kind: 'lost' });
});

/** Which refusals the same key may be sent again after. */
const retries = [
  ['server.busy', true],
  ['server.error', true],
  ['auth.too_many_attempts', true],
  ['money.insufficient_balance', false],
  ['transfer.not_in_line', false],
  ['member.suspended', false],
  ['request.invalid', false],
] as const;

test.each(retries)('%s may be retried: %p', (code, allowed) => {
  expect(mayRetry(problem(code))).toBe(allowed);
});
