import { type Input, languages, languageTag, percentText } from '@trellis/api-contract';
import { Row, Rows, Section, Segmented, Select, Sheet, useToast } from '@trellis/kit';
import {
  LanguageFailure,
  languageNames,
  type Theme,
  textScale,
  theme,
  useAppLock,
  useInstall,
  useLanguage,
  usePush,
  useRemoveSaved,
  useSession,
  useTextScale,
  useTheme,
  zoneChosen,
} from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { DisplayCurrencyChoice, useOfferedCurrencies } from './DisplayCurrencyChoice.tsx';
import { RowEnd } from './RowEnd.tsx';

const ofDevice = 'device';
/** IANA names; a browser too old to list them offers its own only. */
const timeZones = (): readonly string[] =>
  Intl.supportedValuesOf?.('timeZone') ?? [new Intl.DateTimeFormat().resolvedOptions().timeZone];
const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

const themeText = {
  device: 'settings.themeDevice',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
} as const satisfies Record<Theme, string>;

const scaleText = (scale: string): string => percentText(Math.round(Number(scale) * 100));

type Setting = 'language' | 'timeZone' | 'currency' | 'textSize' | 'theme';

/** How the product looks and reads, each with its value and its choices in a sheet; the shell keeps the language. */
export function Settings({ timeZone }: { timeZone: string | null | undefined }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [language, setLanguage, change] = useLanguage();
  const [scale, setScale] = useTextScale();
  const [shownTheme, setTheme] = useTheme();
  const { currency, offered } = useOfferedCurrencies();
  const install = useInstall();
  const appLock = useAppLock();
  const hasLock = useSession().member?.lockMinutes !== undefined;
  const push = usePush();
  const removeSaved = useRemoveSaved();
  const [open, setOpen] = useState<Setting>();
  const [save] = accountApi.useSavePreferencesMutation();
  const keep = async (preferences: Input<'savePreferences'>) => {
    const { error } = await save(preferences);
    if (error) toast(t('settings.notSaved'), 'alert');
    return error === undefined;
  };
  const remove = async () => {
    try {
      await removeSaved?.();
      toast(t('settings.savedRemoved'));
    } catch {
      toast(t('settings.savedNotRemoved'), 'alert');
    }
  };
  const chooseZone = async (chosen: string | null) => {
    if (await keep({ timeZone: chosen })) zoneChosen(chosen);
  };
  const titles = {
    language: t('settings.language'),
    timeZone: t('settings.timeZone'),
    currency: t('settings.currency'),
    textSize: t('settings.textSize'),
    theme: t('settings.theme'),
  } as const satisfies Record<Setting, string>;
  const values: Readonly<Record<Setting, string | undefined>> = {
    language: languageNames[language],
    timeZone: timeZone ? zoneName(timeZone) : t('settings.timeZoneDevice'),
    currency: offered.length === 0 ? undefined : currency === 'off' ? t('settings.currencyOff') : currency,
    textSize: scaleText(scale),
    theme: t(themeText[shownTheme]),
  };
  const choices: Readonly<Record<Setting, () => ReactNode>> = {
    language: () => (
      <>
        <Segmented
          label={titles.language}
          labelHidden
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value], lang: languageTag[value] }))}
        />
        <LanguageFailure change={change} />
      </>
    ),
    timeZone: () => (
      <Select
        label={titles.timeZone}
        labelHidden
        value={timeZone ?? ofDevice}
        hint={t('settings.timeZoneText')}
        onChange={(value) => void chooseZone(value === ofDevice ? null : value)}
        options={[
          { value: ofDevice, label: t('settings.timeZoneDevice') },
          ...timeZones().map((value) => ({ value, label: zoneName(value) })),
        ]}
      />
    ),
    currency: () => <DisplayCurrencyChoice />,
    textSize: () => (
      <Segmented
        label={titles.textSize}
        labelHidden
        columns={3}
        value={scale}
        onChange={setScale}
        options={[...textScale.values]
          .sort((a, b) => Number(a) - Number(b))
          .map((value) => ({ value, label: scaleText(value) }))}
      />
    ),
    theme: () => (
      <Segmented
        label={titles.theme}
        labelHidden
        value={shownTheme}
        onChange={setTheme}
        options={theme.values.map((value) => ({ value, label: t(themeText[value]) }))}
      />
    ),
  };
  return (
    <Section title={t('settings.title')}>
      <Rows>
        {(Object.keys(titles) as Setting[]).map(
          (setting) =>
            values[setting] !== undefined && (
              <Row
                key={setting}
                title={titles[setting]}
                end={<RowEnd value={values[setting]} />}
                onOpen={() => setOpen(setting)}
              />
            ),
        )}
        {appLock && <Row title={t('settings.appLock')} end={<RowEnd />} onOpen={appLock} />}
        {push && <Row title={t('settings.push')} end={<RowEnd />} onOpen={push} />}
        {install && <Row title={t('settings.install')} end={<RowEnd />} onOpen={install} />}
        {removeSaved && (
          <Row
            title={t('settings.removeSaved')}
            detail={hasLock ? t('settings.savedTextLocked', { days: 7 }) : t('settings.savedText')}
            onOpen={() => void remove()}
          />
        )}
      </Rows>
      {open !== undefined && (
        <Sheet title={titles[open]} onClose={() => setOpen(undefined)}>
          {choices[open]()}
        </Sheet>
      )}
    </Section>
  );
}
