import { expect, test } from '@jest/globals';
import { languages } from '../languages.ts';
import { journalKinds, recordKinds } from './journalKinds.ts';
import { journalTexts } from './journalTexts.ts';

test.each(languages)('every record and every line of a statement has a name in %s', (language) => {
  const texts = journalTexts(language);
  const named = [
    ...recordKinds.map((kind) => `record.${kind}`),
    ...Object.keys(journalKinds).map((kind) => `journal.${kind}`),
  ];
  expect(Object.keys(texts).toSorted()).toEqual(named.toSorted());
  expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
});
