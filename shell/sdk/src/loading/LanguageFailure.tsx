import type { Language } from '@trellis/api-contract';
import { Sheet } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { LanguageChange } from '../preferences/language.ts';
import { LoadFailure } from './FailureScreen.tsx';

/** Each language by its own name: whoever looks for it can read it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  jp: '日本語',
  zh: '中文',
  ko: '한국어',
};

/** Over the page when a language could not be loaded: which file did not come, and a retry. The page stays as it was. */
export function LanguageFailure({ change: { failed, failure, retry, dismiss } }: { change: LanguageChange }) {
  const { t } = useTranslation('sdk');
  if (!failed || !failure || !retry || !dismiss) return null;
  const language = languageNames[failed];
  return (
    <Sheet title={language} onClose={dismiss}>
      <LoadFailure title={t('failure.language', { language })} failure={failure} onRetry={retry} />
    </Sheet>
  );
}
