import { useTranslation } from 'react-i18next';
import { exchangeApi } from '../exchange/api.ts';
import { ExchangeFlow } from '../exchange/ExchangeFlow.tsx';
import { ExchangeRecords } from '../exchange/ExchangeRecords.tsx';
import { FlowScreen } from '../suspension/FlowScreen.tsx';

/** `/wallet/exchange`: USDP, USD and USDT for each other. */
export function Component() {
  const { t } = useTranslation('wallet');
  const terms = exchangeApi.useGetExchangeTermsQuery({});
  return (
    <FlowScreen title={t('exchange.title')} query={terms} records={<ExchangeRecords />}>
      {({ pairs: [first, ...others] }) => first && <ExchangeFlow pairs={[first, ...others]} />}
    </FlowScreen>
  );
}
