import { expect, test } from '@jest/globals';
import { searchIn } from './listSearch.ts';

test.each([
  ['', {}],
  ['view=answered&type=deposit&username=hana', { view: 'answered', type: 'deposit', username: 'hana' }],
  ['username=', {}],
  ['view=open&type=gossip&actor=start', {}],
])('of %j the inquiries know what they can be narrowed by', (address, search) =>
  expect(searchIn('inquiries', new URLSearchParams(address))).toEqual(search),
);
