import { expect, test } from '@jest/globals';
import en from '../texts/en.json';
import jp from '../texts/jp.json';
import { type AnswerName, answers, answersAbout, isAnswer } from './answers.ts';

const of = (texts: Record<string, string>) => (name: AnswerName) =>
  `${texts[`help.${name}.q`]} ${texts[`help.${name}.a`]}`;

test('nothing typed finds all, every word has to be there, in any case and width', () => {
  expect(answersAbout('  ', of(en))).toEqual(answers);
  expect(answersAbout('thief', of(en))).toEqual(['day']);
  expect(answersAbout('BEP20 network', of(en))).toEqual(['network']);
  expect(answersAbout('ＵＳＤＰ bonuses', of(en))).toEqual(['units']);
  expect(answersAbout('ループ', of(jp))).toContain('loop');
  expect(answersAbout('no such thing', of(en))).toEqual([]);
});

test('an address may name any answer, and nothing else', () => {
  expect(isAnswer('day')).toBe(true);
  for (const name of [null, '', 'toString', 'constructor', 'day ']) expect(isAnswer(name)).toBe(false);
});
