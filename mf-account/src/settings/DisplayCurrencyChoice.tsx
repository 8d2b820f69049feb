import { type DisplayCurrency, displayCurrencies, languageTag } from '@trellis/api-contract';
import { Select } from '@trellis/kit';
import { useDisplayCurrency, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** In which other currency the wallet shows the balance as well; there is nothing to choose while no rate is set. */
export function DisplayCurrencyChoice() {
  const { t } = useTranslation('account');
  const [currency, setCurrency] = useDisplayCurrency();
  const [language] = useLanguage();
  const { data } = accountApi.useGetDisplayRatesQuery({});
  const offered = displayCurrencies.filter(
    (each) => each === currency || data?.rates.some((rate) => rate.currency === each),
  );
  if (offered.length === 0) return null;
  const names = new Intl.DisplayNames(languageTag[language], { type: 'currency' });
  return (
    <Select<DisplayCurrency | 'off'>
      label={t('settings.currency')}
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
