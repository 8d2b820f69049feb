import { type Language, languages, languageTag } from '@trellis/api-contract';
import { HeaderSelect, useToast } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Each language by its own name: whoever looks for it can read it. */
export const languageNames: Record<Language, string> = { en: 'English', jp: '日本語', zh: '中文', ko: '한국어' };

export const languageOptions = languages.map((language) => ({
  value: language,
  label: languageNames[language],
  lang: languageTag[language],
}));

/** The language of the page, in the header. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const [language, choose] = useLanguageWithNotice();
  return (
    <HeaderSelect
      label={t('language.label')}
      icon="globe"
      value={language}
      options={languageOptions}
      onChange={choose}
    />
  );
}

/** `useLanguage`, saying so when a language could not be loaded. */
export function useLanguageWithNotice(): [Language, (language: Language) => void] {
  const { t } = useTranslation('shell');
  const showToast = useToast();
  const [language, choose, { failed }] = useLanguage();
  useEffect(() => {
    if (failed) showToast(t('language.failed', { language: languageNames[failed] }));
  }, [failed, showToast, t]);
  return [language, choose];
}
