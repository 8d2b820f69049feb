import { expect, test } from '@jest/globals';
import { dateTimeText } from '@trellis/kit';
import { store } from '../store.ts';
import { followZone, zoneChosen } from './readerZone.ts';
import { sessionEnded, sessionKnown } from './session.ts';

const moment = '2026-11-30T16:33:00.000Z';

test('moments are shown in the zone of the member, of another as soon as they choose it, and else in that of the device', () => {
  const ofDevice = dateTimeText(moment, 'en');
  store.dispatch(sessionKnown({ username: 'demo', language: 'en', suspended: false, timeZone: 'Asia/Tokyo' }));
  followZone();
  expect(dateTimeText(moment, 'en')).toBe('1 Dec 2026, 01:33');
  zoneChosen('America/New_York');
  expect(dateTimeText(moment, 'en')).toBe('30 Nov 2026, 11:33');
  zoneChosen(null);
  expect(dateTimeText(moment, 'en')).toBe(ofDevice);
  zoneChosen('Pacific/Kiritimati');
  expect(dateTimeText(moment, 'en')).toBe('1 Dec 2026, 06:33');
  store.dispatch(sessionEnded());
  expect(dateTimeText(moment, 'en')).toBe(ofDevice);
});
