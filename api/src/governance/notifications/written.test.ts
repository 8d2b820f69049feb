import { describe, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { utcDayOf } from '../../ground/utcDay.ts';
import { writeMail } from '../../platform/mail/templates.ts';
import { mailTo, noticeOf, writtenFor } from './written.ts';

const reader = { email: 'a@example.com', language: 'en', anti_phishing_code: null, time_zone: null } as const;
const until = new Date('2026-11-30T16:33:00.000Z');
const day = utcDayOf(new Date('2028-02-29T00:00:00Z'));

describe.each([
  ['Pacific/Pago_Pago', '30 Nov 2026, 05:33 (American Samoa Standard Time)'],
  ['America/New_York', '30 Nov 2026, 11:33 (Eastern Standard Time)'],
  [null, '30 Nov 2026, 16:33 (UTC)'],
  ['Asia/Kolkata', '30 Nov 2026, 22:03 (India Standard Time)'],
  ['Asia/Tokyo', '1 Dec 2026, 01:33 (Japan Standard Time)'],
  ['Pacific/Kiritimati', '1 Dec 2026, 06:33 (Line Islands Time)'],
])('to a reader in %s', (zone, moment) => {
  test('a mail names a moment by their clock, and a day as the day that it is', () => {
    const { params } = mailTo({ ...reader, time_zone: zone }, 'stakeMatures', [
      ['until', until],
      ['date', day],
      ['amount', '12.00 CP'],
    ]);
    expect(params).toEqual({ until: moment, date: '29 Feb 2028', amount: '12.00 CP' });
  });

  test('the last day of a package stands in its mail in the pattern of their language', () => {
    const last = utcDayOf(new Date('2027-02-23T00:00:00Z'));
    const figures = { level: 'Clear', price: '100.00 USD', reward: '0.49 USDP', last };
    expect(
      languages.map(
        (language) => writtenFor({ ...reader, language, time_zone: zone }, 'packageBought', figures).mail?.params.last,
      ),
    ).toEqual(['23 Feb 2027', '2027/02/23', '2027-02-23', '2027.02.23']);
  });
});

test('a notice keeps a moment and a day as they are: each reader’s page writes them', () => {
  expect(noticeOf('passwordReset', [['until', until]], undefined).params).toEqual({ until: until.toISOString() });
  expect(noticeOf('stakeStarted', [['date', day]], undefined).params).toEqual({ date: '2028-02-29' });
});

test('a reason and a device are kept as they are, and written in the reader’s language', () => {
  const inJapanese = { ...reader, language: 'jp' } as const;
  const { mail, notice } = writtenFor(inJapanese, 'payoutRejected', { amount: '5.00 USD', reason: 'addressProblem' });
  expect([mail?.params.reason, notice?.params.reason]).toEqual(['アドレスの問題', 'addressProblem']);
  const left = writtenFor(inJapanese, 'sessionEnded', { device: '?, ?' });
  expect([left.mail?.params.device, left.notice?.params.device]).toEqual(['不明な端末', '?, ?']);
});

test.each(languages)('without a reason its line is left out of the mail, in %s', (language) => {
  const { mail } = writtenFor({ ...reader, language }, 'stakeUnlocked', { amount: '5.00 CP', why: '' });
  const context = { productName: 'Trellis', publicOrigin: 'https://wallet.example', params: mail?.params ?? {} };
  const { text, html } = writeMail('stakeUnlocked', language, context);
  expect(text).not.toMatch(/\n{3}/);
  expect(html).not.toContain('<p></p>');
});
