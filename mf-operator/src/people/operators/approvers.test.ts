import { expect, test } from '@jest/globals';
import type { ListedOperator } from '../../api.ts';
import { hasApprover, stateOf } from './approvers.ts';

const of = (name: string, change: Partial<ListedOperator> = {}): ListedOperator => ({
  name,
  roles: ['admin'],
  createdAt: '2026-01-01T00:00:00.000Z',
  enrolledAt: '2026-01-01T00:00:00.000Z',
  suspendedAt: null,
  lastSeenAt: null,
  linkUntil: null,
  sessions: 0,
  members: [],
  asked: 0,
  yeses: 0,
  ...change,
});

test('an approver is another admin who is there, and whom it is not about', () => {
  const ann = of('ann');
  expect(hasApprover([ann], 'ann')).toBe(false);
  expect(hasApprover([ann, of('bob')], 'ann')).toBe(true);
  expect(hasApprover([ann, of('bob')], 'ann', 'bob')).toBe(false);
  expect(hasApprover([ann, of('bob', { suspendedAt: '2026-02-01T00:00:00.000Z' })], 'ann')).toBe(false);
  expect(hasApprover([ann, of('bob', { enrolledAt: null })], 'ann')).toBe(false);
  expect(hasApprover([ann, of('bob', { roles: ['support', 'auditor'] })], 'ann')).toBe(false);
});

test('whoever is suspended is that before anything else', () => {
  const at = '2026-02-01T00:00:00.000Z';
  expect(stateOf(of('a', { suspendedAt: at, sessions: 1 }))).toBe('suspended');
  expect(stateOf(of('a', { enrolledAt: null, linkUntil: at }))).toBe('invited');
  expect(stateOf(of('a', { enrolledAt: null }))).toBe('linkGone');
  expect([stateOf(of('a', { sessions: 1 })), stateOf(of('a'))]).toEqual(['here', 'away']);
});
