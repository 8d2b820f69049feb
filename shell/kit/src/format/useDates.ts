import { type Day, dayText, isLanguage, type Moment, monthText, zoneText } from '@trellis/api-contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, dateTimeText } from './dates.ts';
import { useReaderZone, zoneHere } from './readerZone.ts';

/** Days, moments and months in the pattern of the page's language; moments in the reader's time zone. */
export function useDates() {
  const { i18n } = useTranslation('kit');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const zone = useReaderZone();
  return useMemo(
    () => ({
      /** A day of the calendar. */
      day: (day: Day) => dayText(day, language),
      /** The day of a moment. */
      date: (time: Moment | number) => dateText(time, language),
      dateTime: (time: Moment | number) => dateTimeText(time, language),
      month: (month: string) => monthText(month, language),
      /** What people call a zone; without one the reader's. */
      zone: (name = zoneHere()) => zoneText(name, language),
    }),
    // Another zone has other texts.
    [language, zone],
  );
}
