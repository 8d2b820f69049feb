import { expect, test } from '@jest/globals';
import type { ListedOperator } from '../../api.ts';
import { hasApprover, stateOf } from './approvers.ts';

const operator = (name: string, change: Partial<ListedOperator> = {}): ListedOperator => ({
  name,
  roles: ['admin'],
  createdAt: '2026-01-01T00:00:00.000Z',
  enrolledAt: '2026-01-01T00:00:00.000Z',
  suspendedAt: null,
  lastSeenAt: null,
  linkUntil: null,
  newRoles: [],
  newUntil: null,
  sessions: 0,
  members: [],
  asked: 0,
  approvals: 0,
  yeses: 0,
  ...change,
});

test('an approver is another admin who is there, and whom it is not about', () => {
  const ann = operator('ann');
  expect(hasApprover([ann], 'ann')).toBe(false);
  expect(hasApprover([ann, operator('bob')], 'ann')).toBe(true);
  expect(hasApprover([ann, operator('bob')], 'ann', 'bob')).toBe(false);
  expect(hasApprover([ann, operator('bob', { suspendedAt: '2026-02-01T00:00:00.000Z' })], 'ann')).toBe(false);
  expect(hasApprover([ann, operator('bob', { enrolledAt: null })], 'ann')).toBe(false);
  expect(hasApprover([ann, operator('bob', { roles: ['support', 'auditor'] })], 'ann')).toBe(false);
  expect(hasApprover([ann, operator('bob', { newRoles: ['admin'] })], 'ann')).toBe(false);
});

test('whoever is suspended is that before anything else', () => {
  const at = '2026-02-01T00:00:00.000Z';
  expect(stateOf(operator('a', { suspendedAt: at, sessions: 1 }))).toBe('suspended');
  expect(stateOf(operator('a', { enrolledAt: null, linkUntil: at }))).toBe('invited');
  expect(stateOf(operator('a', { enrolledAt: null }))).toBe('linkGone');
  expect([stateOf(operator('a', { sessions: 1 })), stateOf(operator('a'))]).toEqual(['here', 'away']);
});
