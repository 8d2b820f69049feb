import { expect, test } from '@jest/globals';
import { reportOf } from './incidentSteps.ts';

test('a report has the earliest step first, each with its time in UTC, what, by whom and why', () => {
  const freeze = {
    action: 'payouts.freeze',
    subject: 'payouts',
    by: 'operator:rita',
    reason: 'strange payouts',
  } as const;
  const off = { action: 'release.off', subject: 'plan', by: 'operator:adam', reason: 'wrong figures' } as const;
  expect(
    reportOf([
      { number: '8', at: '2026-11-25T18:51:00.000Z', ...off },
      { number: '7', at: '2026-11-25T18:50:00.000Z', ...freeze },
    ]),
  ).toBe(
    '2026-11-25T18:50:00.000Z payouts.freeze payouts operator:rita: strange payouts\n' +
      '2026-11-25T18:51:00.000Z release.off plan operator:adam: wrong figures',
  );
});
