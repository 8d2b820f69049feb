import { expect, test } from '@jest/globals';
import type { ErrorCode, FieldIssue } from '@trellis/api-contract';
import { issuesOf } from './issues.ts';

const fields = ['username', 'password'] as const;
const fieldOfCode = { 'auth.username_unknown': 'username' } as const;
const problem = (code: ErrorCode, issues?: FieldIssue[]) => ({
  kind: 'problem' as const,
  problem: { type: 'about:blank', title: code, status: 400, code, requestId: 'r', ...(issues && { fields: issues }) },
});

test('every field that the server names is marked, not only the first', () => {
  const username: FieldIssue = { path: 'username', code: 'member.username_taken' };
  const password: FieldIssue = { path: 'password', code: 'member.password_weak' };
  expect(issuesOf(problem('request.invalid', [username, password]), fields, fieldOfCode)).toEqual({
    fields: { username, password },
  });
});

test('a code that belongs to one field marks it', () => {
  const failure = problem('auth.username_unknown');
  expect(issuesOf(failure, fields, fieldOfCode)).toEqual({ fields: { username: failure } });
});

test('what fits no field is shown for the form, never swallowed', () => {
  const outsider: FieldIssue = { path: 'language', code: 'field.choice' };
  expect(issuesOf(problem('request.invalid', [outsider]), fields, fieldOfCode)).toEqual({ fields: {}, form: outsider });
  const busy = problem('server.busy');
  expect(issuesOf(busy, fields, fieldOfCode)).toEqual({ fields: {}, form: busy });
  expect(issuesOf({ kind: 'network' }, fields, fieldOfCode)).toEqual({ fields: {}, form: { kind: 'network' } });
});
