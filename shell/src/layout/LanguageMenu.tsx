import { languages, languageTag } from '@trellis/api-contract';
import { HeaderSelect } from '@trellis/kit';
import { LanguageFailure, languageNames, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

export const languageOptions = languages.map((language) => ({
  value: language,
  label: languageNames[language],
  lang: languageTag[language],
}));

/** The language of the page, in the header. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const [language, choose, change] = useLanguage();
  return (
    <>
      <HeaderSelect
        label={t('language.label')}
        icon="globe"
        value={language}
        options={languageOptions}
        onChange={choose}
      />
      <LanguageFailure change={change} />
    </>
  );
}
