import { expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { checkFallback, fallbackWords } from './fallback.ts';

const texts = (text: string) => ({ 'home.title': 'Team', 'fallback.title': 'Away', 'fallback.text': text });

test('the words are those of the two keys, in every language', () => {
  const short = texts('Back soon.');
  const words = fallbackWords({ en: short, jp: texts('すぐに戻ります。'), zh: short, ko: short });
  expect(words.en).toEqual({ title: 'Away', text: 'Back soon.' });
  expect(words.jp.text).toBe('すぐに戻ります。');
  expect(Object.keys(words).sort()).toEqual([...languages].sort());
});

test('words may take 2048 bytes of JSON in a language, and not one more', () => {
  const around = Buffer.byteLength(JSON.stringify({ title: 'Away', text: '' }));
  const fits = texts('x'.repeat(2048 - around));
  const short = texts('Back soon.');
  expect(checkFallback('team', fallbackWords({ en: fits, jp: short, zh: short, ko: short }))).toEqual([]);
  // Bytes, not letters: one of these takes three.
  const long = texts(`${'x'.repeat(2046 - around)}あ`);
  expect(checkFallback('team', fallbackWords({ en: fits, jp: long, zh: short, ko: short }))).toEqual([
    'team: "fallback.title" and "fallback.text" take 2049 bytes in jp, 2048 are allowed',
  ]);
});
