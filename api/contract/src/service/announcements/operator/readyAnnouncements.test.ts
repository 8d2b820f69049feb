import { expect, test } from '@jest/globals';
import { announcementTexts } from '../schemas.ts';
import { readyAnnouncements } from './readyAnnouncements.ts';

test.each(Object.entries(readyAnnouncements))('%s can be published as it stands', (_name, texts) => {
  expect(announcementTexts.safeParse(texts).success).toBe(true);
});
