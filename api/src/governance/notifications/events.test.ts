import { describe, expect, test } from '@jest/globals';
import { languages, noticeTemplates, paramText } from '@trellis/api-contract';
import { utcDayOf } from '../../ground/utcDay.ts';
import { writeMail } from '../../platform/mail/templates.ts';
import en from '../../platform/mail/texts/en.json' with { type: 'json' };
import { type EventName, type EventParams, entryOf, events } from './events.ts';
import { writtenFor } from './written.ts';

const entries = (Object.keys(events) as EventName[]).map((name) => [name, entryOf(name)] as const);

test.each(entries)('%s says all that its notice and its mail name', (_name, { params, notice, mail }) => {
  expect(notice ?? mail).toBeDefined();
  const said = Object.keys(params);
  if (notice) {
    const named: Readonly<Record<string, string>> = noticeTemplates[notice].params;
    for (const [param, kind] of Object.entries(named)) expect([param, params[param]]).toEqual([param, kind]);
  }
  if (mail) {
    const named = [...JSON.stringify(en.mails[mail]).matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    // The product's name stands in every mail by itself.
    expect(named.filter((param) => param !== 'product' && !said.includes(param ?? ''))).toEqual([]);
  }
});

test('no notice and no mail is written for nothing', () => {
  const reported = entries.flatMap(([, { notice, mail }]) => [notice, mail]);
  // Written for many at once, in one statement, by what looks through the ledger, releases packages, pays bonuses and publishes terms.
  const toMany = ['transferReceived', 'packageReleased', 'teamBonusPaid', 'termsChanged'];
  const toVisitors = ['registerCode', 'alreadyMember', 'noAccount'];
  const known = [...reported, ...toMany, ...toVisitors];
  for (const template of [...Object.keys(noticeTemplates), ...Object.keys(en.mails)]) expect(known).toContain(template);
});

describe.each(entries.filter(([, { mail }]) => mail))('the mail of %s', (name, { params: kinds, mail: template }) => {
  const at = new Date('2026-11-30T16:33:00.000Z');
  const given: Readonly<Record<string, unknown>> = {
    ...{ text: 'x', time: at, day: utcDayOf(at), device: '?, ?' },
    ...{ suspensionCause: 'termsBreach', rejectionCause: 'other', maturityReason: 'address', maturityChoice: '0' },
  };
  const params = Object.fromEntries(Object.entries(kinds).map(([param, kind]) => [param, given[kind]]));

  test.each(languages)('says everything in %s, as people say it', (language) => {
    const reader = { email: 'a@example.com', language, anti_phishing_code: null, time_zone: 'Asia/Seoul' };
    const { mail } = writtenFor(reader, name, params as EventParams<typeof name>);
    if (!template || !mail) throw new Error('no mail');
    const context = { productName: 'Trellis', publicOrigin: 'https://wallet.example', params: mail.params };
    const { subject, text, html } = writeMail(template, language, context);
    // No moment, zone or code as programs have them, and no paragraph of nothing.
    const ofPrograms = /Asia\/Seoul|\d{4}-\d\d-\d\dT|\?, \?|<p><\/p>|undefined|\[object/;
    expect([subject, text, html].join('\n')).not.toMatch(ofPrograms);
    const codes = Object.values(kinds).filter((kind) => !['text', 'time', 'day'].includes(kind));
    for (const kind of codes) {
      expect(text).toContain(paramText(kind, String(given[kind]), language));
      if (language !== 'en') expect(text).not.toContain(paramText(kind, String(given[kind]), 'en'));
    }
  });
});
