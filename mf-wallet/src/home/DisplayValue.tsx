import { displayText, type Money } from '@trellis/api-contract';
import { HiddenAmounts, Hint, Skeleton, useDates } from '@trellis/kit';
import { useDisplayCurrency } from '@trellis/shell-sdk';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';

/** What the total is about worth in the currency that the reader chose; nothing unless they chose one. */
export function DisplayValue({ total }: { total: Money | undefined }) {
  const { t } = useTranslation('wallet');
  const { date } = useDates();
  const [currency] = useDisplayCurrency();
  const hidden = useContext(HiddenAmounts);
  const { data, isLoading } = walletApi.useGetDisplayRatesQuery({}, { skip: currency === 'off' });
  if (currency === 'off' || hidden) return null;
  if (total === undefined || isLoading) return <Skeleton width={0.4} />;
  const rate = data?.rates.find((each) => each.currency === currency);
  if (!rate) return null;
  return (
    <Hint>{t('total.value', { worth: displayText(total, rate.perUsd, rate.currency), date: date(rate.since) })}</Hint>
  );
}
