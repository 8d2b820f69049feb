import { type Input, languages, languageTag, percentText } from '@trellis/api-contract';
import { Card, Section, Segmented, Select, useToast } from '@trellis/kit';
import {
  LanguageFailure,
  languageNames,
  type Theme,
  textScale,
  theme,
  useLanguage,
  useTextScale,
  useTheme,
  zoneChosen,
} from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { DisplayCurrencyChoice } from './DisplayCurrencyChoice.tsx';

const ofDevice = 'device';
/** IANA names; a browser too old to list them offers its own only. */
const timeZones = (): readonly string[] =>
  Intl.supportedValuesOf?.('timeZone') ?? [new Intl.DateTimeFormat().resolvedOptions().timeZone];

const themeText = {
  device: 'settings.themeDevice',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
} as const satisfies Record<Theme, string>;

/** How the product looks and reads; the shell keeps the language in the profile. */
export function Settings({ timeZone }: { timeZone: string | null | undefined }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [language, setLanguage, change] = useLanguage();
  const [scale, setScale] = useTextScale();
  const [shownTheme, setTheme] = useTheme();
  const [save] = accountApi.useSavePreferencesMutation();
  const keep = async (preferences: Input<'savePreferences'>) => {
    const { error } = await save(preferences);
    if (error) toast(t('settings.notSaved'));
    return error === undefined;
  };
  const chooseZone = async (chosen: string | null) => {
    if (await keep({ timeZone: chosen })) zoneChosen(chosen);
  };
  return (
    <Section title={t('settings.title')}>
      <Card>
        <Select
          label={t('settings.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: languageTag[value] }))}
        />
        <LanguageFailure change={change} />
        <Select
          label={t('settings.timeZone')}
          value={timeZone ?? ofDevice}
          hint={t('settings.timeZoneText')}
          onChange={(value) => void chooseZone(value === ofDevice ? null : value)}
          options={[
            { value: ofDevice, label: t('settings.timeZoneDevice') },
            ...timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
        />
        <DisplayCurrencyChoice />
        <Segmented
          label={t('settings.textSize')}
          columns={3}
          value={scale}
          onChange={setScale}
          options={[...textScale.values]
            .sort((a, b) => Number(a) - Number(b))
            .map((value) => ({ value, label: percentText(Math.round(Number(value) * 100)) }))}
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
