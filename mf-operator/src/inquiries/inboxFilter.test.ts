import { expect, test } from '@jest/globals';
import { addressOf, filterOf, type InboxFilter, questionOf } from './inboxFilter.ts';

const nothing: InboxFilter = { view: 'waiting', type: '', username: '' };

test.each([
  ['', nothing, { order: 'wait' }],
  ['view=answered', { ...nothing, view: 'answered' }, { status: 'answered' }],
  ['view=all&username=hana', { ...nothing, view: 'all', username: 'hana' }, { username: 'hana' }],
  ['type=deposit', { ...nothing, type: 'deposit' }, { order: 'wait', type: 'deposit' }],
] as const)('%j is a filter and a question, and its address again', (address, filter, question) => {
  expect(filterOf(new URLSearchParams(address))).toEqual(filter);
  expect(questionOf(filter)).toEqual(question);
  expect(String(addressOf(filter))).toBe(address);
});

test('what an address says wrongly is as good as not said', () =>
  expect(filterOf(new URLSearchParams('view=open&type=gossip'))).toEqual(nothing));
