import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const keysOf = (language: string) => Object.keys(JSON.parse(read(`texts.${language}.json`)) as object).sort();

test('every text of the enrolment page is there in four languages, and is used', () => {
  for (const language of languages) expect([language, keysOf(language)]).toEqual([language, keysOf('en')]);
  const sources = read('enrolPage.ts') + read('client.js');
  // Codes of refusals are looked up by what the server answers.
  const own = keysOf('en').filter((key) => !key.includes('.'));
  expect(own.filter((key) => !new RegExp(`text\\('${key}'\\)|texts\\.${key}\\b`).test(sources))).toEqual([]);
});
