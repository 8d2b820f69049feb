import { isLanguage } from '@trellis/api-contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, dateTimeText, monthText } from './dates.ts';

/** Dates in the pattern of the page's language. */
export function useDates() {
  const { i18n } = useTranslation('kit');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return useMemo(
    () => ({
      date: (time: string | number) => dateText(time, language),
      dateTime: (time: string | number) => dateTimeText(time, language),
      month: (month: string) => monthText(month, language),
    }),
    [language],
  );
}
