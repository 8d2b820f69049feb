import { expect, test } from '@jest/globals';
import { zonedText } from './zonedText.ts';

const at = new Date('2026-03-09T15:04:00Z');

test.each([
  ['en', null, '9 Mar 2026, 15:04 (UTC)'],
  ['jp', 'Asia/Tokyo', '2026/03/10 00:04（日本標準時）'],
  ['zh', 'Asia/Shanghai', '2026-03-09 23:04（中国标准时间）'],
  ['ko', null, '2026.03.09 15:04(UTC)'],
  ['en', 'America/New_York', '9 Mar 2026, 11:04 (Eastern Daylight Time)'],
  ['en', 'Pacific/Pago_Pago', '9 Mar 2026, 04:04 (American Samoa Standard Time)'],
  ['en', 'Asia/Kolkata', '9 Mar 2026, 20:34 (India Standard Time)'],
  ['en', 'Pacific/Kiritimati', '10 Mar 2026, 05:04 (Line Islands Time)'],
] as const)('a moment in %s, zone %s', (language, timeZone, text) => {
  expect(zonedText(at, language, timeZone)).toBe(text);
});
