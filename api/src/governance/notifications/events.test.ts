import { expect, test } from '@jest/globals';
import { noticeTemplates } from '@trellis/api-contract';
import en from '../../platform/mail/texts/en.json' with { type: 'json' };
import { type EventName, entryOf, events } from './events.ts';

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
