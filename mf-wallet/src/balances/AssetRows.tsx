import { Amount, Card, Empty, Hint, isZero, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { lockIcon } from '../icons.ts';
import type { Balance } from './byState.ts';
import { stateText } from './stateTexts.ts';

/** What the member has or had, by unit and state, with the amount and the date of its last change. */
export function AssetRows({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation('wallet');
  const { date } = useDates();
  const detail = ({ unit, state }: Balance): string => {
    if (unit === 'RP') return t('asset.rp');
    if (unit === 'USDP' && state === 'available') return t('asset.usdpActive');
    if (unit === 'USDT' && state === 'available') return t('asset.usdt');
    return t(stateText[state]);
  };
  // What never was is no asset, and what waits is a line of its own only while something waits.
  const shown = balances.filter(
    ({ state, money, changedAt }) => changedAt !== null && (state !== 'pending' || !isZero(money)),
  );
  if (shown.length === 0)
    return (
      <Card>
        <Empty text={t('record.empty')} detail={t('asset.unitsZero')} />
      </Card>
    );
  // What a unit is, a member wants to know before there is any of it.
  const without = balances.every(({ unit, money }) => !['USDP', 'RP', 'CP'].includes(unit) || isZero(money));
  return (
    <>
      <Rows label={t('asset.title')}>
        {shown.map((balance) => (
          <Row
            key={`${balance.unit}-${balance.state}`}
            unit={balance.unit}
            pin={balance.state === 'locked' ? lockIcon : undefined}
            title={balance.unit}
            detail={detail(balance)}
            end={<Amount money={balance.money} />}
            endDetail={balance.changedAt !== null && date(balance.changedAt)}
          />
        ))}
      </Rows>
      {without && <Hint>{t('asset.unitsZero')}</Hint>}
    </>
  );
}
