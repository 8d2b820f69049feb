import { type DisplayCurrency, displayCurrencies, languageTag } from '@trellis/api-contract';
import { Select } from '@trellis/kit';
import { useDisplayCurrency, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** Which other currency the balance is shown in, and those that there is a rate for. */
export function useOfferedCurrencies() {
  const [currency] = useDisplayCurrency();
  const { data } = accountApi.useGetDisplayRatesQuery({});
  const offered = displayCurrencies.filter(
    (each) => each === currency || data?.rates.some((rate) => rate.currency === each),
  );
  return { currency, offered };
}

/** In which other currency the wallet shows the balance as well. */
export function DisplayCurrencyChoice() {
  const { t } = useTranslation('account');
  const [, setCurrency] = useDisplayCurrency();
  const [language] = useLanguage();
  const { currency, offered } = useOfferedCurrencies();
  const names = new Intl.DisplayNames(languageTag[language], { type: 'currency' });
  return (
    <Select<DisplayCurrency | 'off'>
      label={t('settings.currency')}
      labelHidden
      hint={t('settings.currencyText')}
      value={currency}
      onChange={setCurrency}
      options={[
        { value: 'off', label: t('settings.currencyOff') },
        ...offered.map((value) => ({ value, label: `${value} · ${names.of(value)}` })),
      ]}
    />
  );
}
