import { expect, test } from '@jest/globals';
import { momentText } from './momentText.ts';

const at = new Date('2026-03-09T15:04:00Z');

test.each([
  ['en', null, '9 Mar 2026, 15:04 (UTC)'],
  ['jp', 'Asia/Tokyo', '2026/03/10 00:04 (Asia/Tokyo)'],
  ['zh', 'Asia/Shanghai', '2026-03-09 23:04 (Asia/Shanghai)'],
  ['ko', null, '2026.03.09 15:04 (UTC)'],
] as const)('a moment in %s, zone %s', (language, timeZone, text) => {
  expect(momentText(at, language, timeZone)).toBe(text);
});
