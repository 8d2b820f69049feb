import { useMemo } from 'react';
import { useLanguage } from '../preferences/language.ts';
import { dateText, dateTimeText } from './dates.ts';

/** Dates in the pattern of the page's language. */
export function useDates() {
  const [language] = useLanguage();
  return useMemo(
    () => ({
      date: (time: string | number) => dateText(time, language),
      dateTime: (time: string | number) => dateTimeText(time, language),
    }),
    [language],
  );
}
