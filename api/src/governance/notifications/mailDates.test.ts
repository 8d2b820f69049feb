import { describe, expect, test } from '@jest/globals';
import { type Language, languages } from '@trellis/api-contract';
import { utcDayOf } from '../../ground/utcDay.ts';
import { writeMail } from '../../platform/mail/templates.ts';
import en from '../../platform/mail/texts/en.json' with { type: 'json' };
import {
  boundariesAt,
  looksLikeDate,
  type TurnOfTime,
  turnsOfTime,
  writtenDay,
  writtenMoment,
  type Zone,
  zoneNames,
} from '../../testing/calendar.ts';
import { type EventName, type EventParams, events } from './events.ts';
import { writtenFor } from './written.ts';

const names = Object.keys(events) as EventName[];
const kindsOf = (name: EventName): (readonly [string, string])[] => Object.entries(events[name].params);
const mailOf = (name: EventName): string | undefined => (events[name] as { mail?: string }).mail;
const isDated = ([, kind]: readonly [string, string]) => kind === 'time' || kind === 'day';
const dated = names.filter((name) => mailOf(name) && kindsOf(name).some(isDated));

/** What a mail says, of a moment and a day. */
function mailIn(name: EventName, language: Language, zone: Zone | null, moment: number, day: number): string {
  const reader = { email: 'a@example.com', language, anti_phishing_code: null, time_zone: zone };
  const given: Readonly<Record<string, unknown>> = { time: new Date(moment), day: utcDayOf(new Date(day)) };
  const params = Object.fromEntries(kindsOf(name).map(([param, kind]) => [param, given[kind] ?? 'x']));
  const { mail } = writtenFor(reader, name, params as EventParams<typeof name>);
  if (!mail) throw new Error(`${name} has no mail`);
  const context = { productName: 'Trellis', publicOrigin: 'https://wallet.example', params: mail.params };
  const { subject, text, html } = writeMail(mail.template, language, context);
  return [subject, text, html].join('\n');
}

test('every mail that names a day or a moment is one of these', () => {
  const naming = Object.entries(en.mails)
    .filter(([, text]) => /\{(?:until|time|date|last|day|at|from)\}/.test(JSON.stringify(text)))
    .map(([template]) => template);
  expect(naming.length).toBeGreaterThan(10);
  expect([...new Set(dated.map(mailOf))].sort()).toEqual(naming.sort());
});

describe.each(dated)('%s', (name) => {
  test.each([...zoneNames, null])('in zone %s says days and moments as they are, in four languages', (zone) => {
    for (const [turn, when] of (Object.keys(turnsOfTime) as TurnOfTime[]).entries())
      for (const language of languages) {
        const { past, future, pastDays, futureDays } = boundariesAt(when, zone ?? 'UTC', turn);
        for (const [moment = 0, day = 0] of [
          [past[0], pastDays[0]],
          [past[1], pastDays[1]],
          [future[0], futureDays[0]],
          [future[1], futureDays[1]],
        ]) {
          const said = mailIn(name, language, zone, moment, day).match(looksLikeDate) ?? [];
          const wanted = kindsOf(name)
            .filter(isDated)
            .map(([, kind]) =>
              kind === 'day' ? writtenDay(day, language) : writtenMoment(moment, language, zone ?? 'UTC').whole,
            );
          // In plain text and in HTML.
          expect([...new Set(said)]).toEqual([...new Set(wanted)]);
        }
      }
  });
});
