import { expect, test } from '@jest/globals';
import { languages } from './languages.ts';
import { listText, percentText } from './writing.ts';

test('a list of names is separated as the language does it', () => {
  expect(languages.map((language) => listText(['ann', 'bob', 'cem'], language))).toEqual([
    'ann, bob, cem',
    'ann、bob、cem',
    'ann、bob、cem',
    'ann, bob, cem',
  ]);
  expect(listText([], 'jp')).toBe('');
});

test('percent stands at its figure', () => {
  expect([percentText('3.50'), percentText(12), percentText(25n)]).toEqual(['3.50%', '12%', '25%']);
});
