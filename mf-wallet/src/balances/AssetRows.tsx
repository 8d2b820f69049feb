import { Amount, isZero, Row, Rows } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Balance } from './byState.ts';
import { stateText } from './stateTexts.ts';

/** Every balance by unit and state. */
export function AssetRows({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation('wallet');
  const detail = ({ unit, state }: Balance): string => {
    if (unit === 'RP') return t('asset.rp');
    if (unit === 'USDP' && state === 'available') return t('asset.usdpActive');
    if (unit === 'USDT' && state === 'available') return t('asset.usdt');
    return t(stateText[state]);
  };
  // What waits is a line of its own only while something waits.
  const shown = balances.filter(({ state, money }) => state !== 'pending' || !isZero(money));
  return (
    <Rows label={t('asset.title')}>
      {shown.map((balance) => (
        <Row
          key={`${balance.unit}-${balance.state}`}
          unit={balance.unit}
          title={balance.unit}
          detail={detail(balance)}
          end={<Amount money={balance.money} />}
        />
      ))}
    </Rows>
  );
}
