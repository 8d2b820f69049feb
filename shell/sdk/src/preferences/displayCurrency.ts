import { type DisplayCurrency, displayCurrencies } from '@trellis/api-contract';
import { createPreference, usePreference } from './preference.ts';

/** The currency in which the balance is shown as well; `off`, the default: in none. */
const displayCurrency = createPreference<DisplayCurrency | 'off'>({
  key: 'displayCurrency',
  values: ['off', ...displayCurrencies],
});

export const useDisplayCurrency = () => usePreference(displayCurrency);
