import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Language } from '@trellis/api-contract';
import { currentLanguage, startTexts } from '../texts/texts.ts';
import { agree, chooseLanguage, firstLanguage, followProfile, keepChoices } from './language.ts';

/** A profile, as the server keeps it. */
let profile: Language;
const keeper = jest.fn((language: Language) => {
  profile = language;
  agree(language);
});
beforeEach(async () => {
  keepChoices(undefined);
  localStorage.clear();
  keeper.mockClear();
  profile = 'en';
  await startTexts('en', []);
});

test('a choice of a member goes into the profile, and to the next device', async () => {
  expect(firstLanguage(profile)).toBe('en');
  keepChoices(keeper);
  await chooseLanguage('jp');
  expect(profile).toBe('jp');
  // Another device, which knew nothing but the profile of before.
  keepChoices(undefined);
  localStorage.clear();
  agree('en');
  expect(firstLanguage(profile)).toBe('jp');
  expect(localStorage.getItem('currentLanguage')).toBe('jp');
});

test('what was chosen before the log-in is newer than the profile, and goes into it', async () => {
  await chooseLanguage('ko');
  await followProfile(profile);
  expect(currentLanguage()).toBe('ko');
  keepChoices(keeper);
  expect(profile).toBe('ko');
});

test('what could not be kept is kept by the next start', async () => {
  keepChoices(jest.fn());
  await chooseLanguage('zh');
  expect(firstLanguage(profile)).toBe('zh');
  keepChoices(keeper);
  expect(keeper.mock.calls).toEqual([['zh']]);
  expect(profile).toBe('zh');
});

test('who logs in after somebody else gets their own language', async () => {
  agree('ko');
  await followProfile('zh');
  expect(currentLanguage()).toBe('zh');
  keepChoices(keeper);
  expect(keeper).not.toHaveBeenCalled();
});

test('nobody who is logged in: the choice of this browser', () => {
  localStorage.setItem('currentLanguage', 'jp');
  expect(firstLanguage(undefined)).toBe('jp');
});

test('the server is notified by cookies what the page starts in', () => {
  agree('zh');
  expect(document.cookie).toContain('currentLanguage=zh');
  expect(document.cookie).toContain('agreedLanguage=zh');
});
