import { z } from 'zod';
import { label, opaqueId, plainText, time } from '../../schemas/fields.ts';

const inOneLanguage = z.strictObject({ title: label(80), text: plainText(600) });

/** Whole in every language there is. */
export const announcementTexts = z.strictObject({
  en: inOneLanguage,
  jp: inOneLanguage,
  zh: inOneLanguage,
  ko: inOneLanguage,
});

export const announcementSchemas = {
  listAnnouncements: {
    summary: 'What all members, or those of my country, are shown now and were within a month, latest first',
    response: z.strictObject({
      announcements: z.array(
        z.strictObject({
          id: opaqueId,
          texts: announcementTexts,
          from: time,
          until: time,
          running: z.boolean(),
        }),
      ),
    }),
  },
};
