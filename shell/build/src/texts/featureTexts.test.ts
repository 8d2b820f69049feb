import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { readTexts } from '../plugins/texts.ts';
import { featureTexts } from './featureTexts.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'feature-'));
  for (const language of languages) write('texts', language, { 'home.title': `Home ${language}` });
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(folder: string, language: string, texts: Record<string, string>): void {
  mkdirSync(path.join(directory, 'src', folder), { recursive: true });
  writeFileSync(path.join(directory, 'src', folder, `${language}.json`), JSON.stringify(texts));
}
const read = () => readTexts(featureTexts({ feature: 'plan', directory }));

test("a product's texts are the feature's, wherever they lie", () => {
  for (const language of languages) write('gift/texts', language, { 'gift.title': `Gift ${language}` });
  for (const language of languages) write('gift/card/texts', language, { 'card.title': `Card ${language}` });
  expect(read().ko).toEqual({ 'home.title': 'Home ko', 'gift.title': 'Gift ko', 'card.title': 'Card ko' });
});

test("a language that a product's folder lacks is a fault", () => {
  for (const language of languages.filter((each) => each !== 'ko')) write('gift/texts', language, {});
  expect(read).toThrow(path.join(directory, 'src/gift/texts/ko.json'));
});

test('a key of the feature that a product has, too, is a fault', () => {
  for (const language of languages) write('gift/texts', language, { 'home.title': 'Gift' });
  expect(read).toThrow('"home.title" stands in two files');
});
