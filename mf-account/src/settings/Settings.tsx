import { type Language, languages, languageTag } from '@trellis/api-contract';
import {
  Card,
  Section,
  Segmented,
  Select,
  type Theme,
  textScale,
  theme,
  useLanguage,
  useTextScale,
  useTheme,
  useToast,
} from '@trellis/shell-sdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Each language by its own name: whoever looks for it can read it. */
const languageName: Record<Language, string> = { en: 'English', jp: '日本語', zh: '中文', ko: '한국어' };

const themeText = {
  device: 'settings.themeDevice',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
} as const satisfies Record<Theme, string>;

/** How the product looks and reads in this browser. */
export function Settings() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [language, setLanguage, { failed }] = useLanguage();
  const [scale, setScale] = useTextScale();
  const [shownTheme, setTheme] = useTheme();
  useEffect(() => {
    if (failed) toast(t('settings.languageFailed', { language: languageName[failed] }));
  }, [failed, toast, t]);
  return (
    <Section title={t('settings.title')}>
      <Card>
        <Select
          label={t('settings.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageName[value], lang: languageTag[value] }))}
        />
        <Segmented
          label={t('settings.textSize')}
          columns={3}
          value={scale}
          onChange={setScale}
          options={[...textScale.values]
            .sort((a, b) => Number(a) - Number(b))
            .map((value) => ({ value, label: `${Math.round(Number(value) * 100)} %` }))}
        />
        <Segmented
          label={t('settings.theme')}
          value={shownTheme}
          onChange={setTheme}
          options={theme.values.map((value) => ({ value, label: t(themeText[value]) }))}
        />
      </Card>
    </Section>
  );
}
