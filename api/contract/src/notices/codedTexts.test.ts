import { describe, expect, test } from '@jest/globals';
import { languages } from '../languages.ts';
import { paramText } from './codedTexts.ts';

test('a code is said in the language of its reader', () => {
  expect(languages.map((language) => paramText('rejectionCause', 'addressProblem', language))).toEqual([
    'A problem with the address',
    'アドレスの問題',
    '地址问题',
    '주소 문제',
  ]);
  expect(paramText('suspensionCause', 'ownRequest', 'en')).toBe('At your own request');
  expect(paramText('maturityReason', 'no_choice', 'en')).toBe('You hadn’t made a choice.');
  expect(paramText('maturityChoice', '3', 'en')).toBe('all of it is paid out, and the agreement ends');
});

describe('what is no code stays', () => {
  test.each([
    ['maturityReason', 'You had made no choice.'],
    ['maturityReason', ''],
    ['rejectionCause', 'toString'],
    ['text', 'addressProblem'],
    ['constructor', 'name'],
  ])('%s: %j', (kind, value) => expect(paramText(kind, value, 'jp')).toBe(value));
});

test('a device is said by what is known of it', () => {
  expect(paramText('device', 'Chrome, Android', 'en')).toBe('Chrome, Android');
  expect(paramText('device', 'Chrome, Android', 'jp')).toBe('Chrome、Android');
  expect(paramText('device', 'Chrome, ?', 'ko')).toBe('Chrome');
  expect(languages.map((language) => paramText('device', '?, ?', language))).toEqual([
    'Unknown device',
    '不明な端末',
    '未知设备',
    '알 수 없는 기기',
  ]);
});
