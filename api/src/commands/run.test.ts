import { expect, test } from '@jest/globals';
import { ExplainedError } from '../ground/explainedError.ts';
import { failureText } from './run.ts';

test('what was explained is one sentence', () => {
  expect(failureText(new ExplainedError('There is no such release.'), 'usage')).toBe('There is no such release.');
});

test('what nobody foresaw says what it was, also where its stack does not', () => {
  const usual = new Error('it broke');
  expect(failureText(usual, 'usage')).toBe(usual.stack);
  // As Sequelize leaves it: the stack of the call, without what the database refused.
  const refused = new Error('canceling statement due to statement timeout');
  refused.name = 'SequelizeDatabaseError';
  refused.stack = 'Error\n    at Query.run';
  expect(failureText(refused, 'usage')).toBe(
    'SequelizeDatabaseError: canceling statement due to statement timeout\nError\n    at Query.run',
  );
});
