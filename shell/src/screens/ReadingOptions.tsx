import { percentText } from '@trellis/api-contract';
import { Select } from '@trellis/kit';
import { LanguageFailure, textScale, useLanguage, useTextScale } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { languageOptions } from '../layout/LanguageMenu.tsx';

const textSizeIcon = { path: 'm3 19 5.5-14L14 19M5 14h7M15 19l3-8 3 8M16 16.5h4' };

/** At the foot of the log-in page: what somebody needs before they can read it. */
export function ReadingOptions() {
  const { t } = useTranslation('shell');
  const [language, chooseLanguage, change] = useLanguage();
  const [scale, chooseScale] = useTextScale();
  const sizes = [...textScale.values]
    .sort((a, b) => Number(a) - Number(b))
    .map((value) => ({ value, label: percentText(Math.round(Number(value) * 100)) }));
  return (
    <>
      <Select
        label={t('language.label')}
        labelHidden
        size="chip"
        icon="globe"
        value={language}
        options={languageOptions}
        onChange={chooseLanguage}
      />
      <LanguageFailure change={change} />
      <Select
        label={t('textSize.label')}
        labelHidden
        size="chip"
        icon={textSizeIcon}
        value={scale}
        options={sizes}
        onChange={chooseScale}
      />
    </>
  );
}
