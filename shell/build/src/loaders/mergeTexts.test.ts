import { expect, test } from '@jest/globals';
import { mergedTexts } from './mergeTexts.ts';

test('texts of several files are one', () => {
  expect(mergedTexts([{ title: 'Wallet' }, { 'gift.title': 'Gift' }, {}])).toEqual({
    title: 'Wallet',
    'gift.title': 'Gift',
  });
});

test('a key in two files is a fault, not a text that wins', () => {
  expect(() => mergedTexts([{ title: 'Wallet' }, { title: 'Gift' }])).toThrow('"title" stands in two files');
});
