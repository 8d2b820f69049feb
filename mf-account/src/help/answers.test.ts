import { expect, test } from '@jest/globals';
import en from '../texts/en.json';
import jp from '../texts/jp.json';
import { type AnswerName, answers, answersAbout, isAnswer } from './answers.ts';

const textIn = (texts: Record<string, string>) => (name: AnswerName) =>
  `${texts[`help.${name}.q`]} ${texts[`help.${name}.a`]}`;

test('nothing typed finds all, every word has to be there, in any case and width', () => {
  expect(answersAbout('  ', textIn(en))).toEqual(answers);
  expect(answersAbout('thief', textIn(en))).toEqual(['day']);
  expect(answersAbout('BEP20 network', textIn(en))).toEqual(['network']);
  expect(answersAbout('ＵＳＤＰ bonuses', textIn(en))).toEqual(['units']);
  expect(answersAbout('ループ', textIn(jp))).toContain('loop');
  expect(answersAbout('no such thing', textIn(en))).toEqual([]);
});

test('an address may name any answer, and nothing else', () => {
  expect(isAnswer('day')).toBe(true);
  for (const name of [null, '', 'toString', 'constructor', 'day ']) expect(isAnswer(name)).toBe(false);
});
