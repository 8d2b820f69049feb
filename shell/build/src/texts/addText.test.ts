import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { addText } from './addText.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, string>;

test('a text stands in all four languages, marked where it is to be translated', () => {
  const place = path.join(folder, 'goals/texts');
  addText(place, 'goal.name', 'Name');
  expect(languages.map((language) => read(`goals/texts/${language}.json`))).toEqual([
    { 'goal.name': 'Name' },
    ...Array.from({ length: 3 }, () => ({ 'goal.name': '⟂ Name' })),
  ]);
  expect(() => addText(place, 'goal.name', 'Name')).toThrow('has goal.name already');
  expect(() => addText(place, 'Goal name', 'Name')).toThrow('a key is words');
});

test('it stands alongside those that begin alike, also where a file is named by more than its language', () => {
  for (const language of languages)
    writeFileSync(
      path.join(folder, `errors.${language}.json`),
      '{"goal.full": "a", "goal.open": "b", "money.most": "c"}',
    );
  addText(path.join(folder, 'errors'), 'goal.ended', 'This goal has ended');
  expect(Object.keys(read('errors.ko.json'))).toEqual(['goal.full', 'goal.open', 'goal.ended', 'money.most']);
});
