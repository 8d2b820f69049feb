import { expect, test } from '@jest/globals';
import { questionOf } from './questionOf.ts';

test.each([
  [{}, { order: 'wait' }],
  [{ view: 'answered' }, { status: 'answered' }],
  [{ view: 'all', username: 'hana' }, { username: 'hana' }],
  [{ type: 'deposit' }, { order: 'wait', type: 'deposit' }],
] as const)('by %j the server is asked %j', (search, question) => expect(questionOf(search)).toEqual(question));
