import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parseSource, parseTexts } from './typo.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'typo-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
};

test.each([
  ['Home.tsx', 'export function Component() {\n  const = 3;\n}\n', 'Home.tsx:2: Unexpected token `=`'],
  ['Home.tsx', 'const a = (\n  <div>\n  </span>\n);\n', 'Home.tsx:3: Expected corresponding JSX closing tag'],
  ['api.ts', 'const a = 1;\n\nconst b = (\n', 'api.ts:3: Expression expected'],
])('%s: a typo has its line', (name, source, said) => {
  const place = file(name, source);
  expect(() => parseSource(place)).toThrow(path.join(folder, said));
});

test.each([
  ['{\n  "a": "b"\n  "c": "d"\n}', ':3: '],
  ['{\n  "a": "b",\n', ':3: '],
  // No TypeScript has anything against it: then it is JSON's own word.
  ['{\n  "a": "b",\n}', ': Expected double-quoted property name in JSON at position 14 (line 3 column 1)'],
])('texts that are no JSON: %j', (source, said) => {
  const place = file('ko.json', source);
  expect(() => parseTexts(place)).toThrow(place + said);
});

test('what is right is read', () => {
  expect(parseTexts(file('en.json', '{"home.title": "Team"}'))).toEqual({ 'home.title': 'Team' });
  expect(() => parseSource(file('Home.tsx', 'export const title = <h1>Team</h1>;'))).not.toThrow();
});
