import { expect, test } from '@jest/globals';
import {
  afterDismissal,
  afterNavigation,
  afterReport,
  askAgainAfterMs,
  nothingOffered,
  type Releases,
} from './offer.ts';

const made: Releases = { wallet: '1', team: '1' };
const noon = 43_200_000;

test('what is new is offered at the next navigation, not before', () => {
  const reported = afterReport(nothingOffered, { wallet: '2', team: '1' }, made);
  expect(reported).toMatchObject({ newer: true, offered: false, off: [] });
  expect(afterNavigation(reported, noon).offered).toBe(true);
});

test('the same releases are no news, and neither is a feature that went off', () => {
  for (const same of [made, { wallet: '1' }] satisfies Releases[])
    expect(afterNavigation(afterReport(nothingOffered, same, made), noon).offered).toBe(false);
});

test('a roll-back to what the page has takes the offer away at once', () => {
  const offered = afterNavigation(afterReport(nothingOffered, { ...made, wallet: '2' }, made), noon);
  expect(afterReport(offered, { ...made, wallet: '3' }, made).offered).toBe(true);
  expect(afterReport(offered, made, made).offered).toBe(false);
});

test('once dismissed, it is asked again at the first navigation after ten minutes', () => {
  const dismissed = afterDismissal(afterNavigation(afterReport(nothingOffered, { wallet: '2' }, made), noon), noon);
  expect(dismissed.offered).toBe(false);
  expect(afterNavigation(dismissed, noon + askAgainAfterMs - 1).offered).toBe(false);
  expect(afterReport(dismissed, { wallet: '3' }, made).offered).toBe(false);
  expect(afterNavigation(dismissed, noon + askAgainAfterMs).offered).toBe(true);
});

test('a feature that went off is closed, and open again when it is back as it was', () => {
  const off = afterReport(nothingOffered, { wallet: '1' }, made);
  expect(off.off).toEqual(['team']);
  expect(afterReport(off, made, made).off).toEqual([]);
});

test('a feature that comes back as another release stays closed on this page, which is offered again', () => {
  const back = afterReport(afterReport(nothingOffered, { wallet: '1' }, made), { wallet: '1', team: '2' }, made);
  expect(back).toMatchObject({ off: ['team'], newer: true });
  expect(afterReport(nothingOffered, { wallet: '1', team: '2' }, made).off).toEqual([]);
});

test('a new shell is news, and closes nothing', () => {
  const page: Releases = { ...made, shell: '1' };
  expect(afterReport(nothingOffered, { ...made, shell: '2' }, page)).toMatchObject({ newer: true, off: [] });
  expect(afterReport(nothingOffered, made, page)).toMatchObject({ newer: false, off: [] });
});

test('a feature that the page was made without, and that comes on, is news', () => {
  expect(afterReport(nothingOffered, { ...made, plan: '1' }, made).newer).toBe(true);
});
