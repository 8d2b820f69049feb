import { Card, Hint, isZero, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { MemberFile } from '../api.ts';
import { textKey } from '../texts/textKey.ts';

/** What a member has, for those whose work needs it; others are told why it is not there. */
export function Balances({ balances }: { balances: MemberFile['balances'] }) {
  const { t } = useTranslation('operator');
  if (balances === null)
    return (
      <Card title={t('members.balances')}>
        <Hint>{t('history.moneyNotYours')}</Hint>
      </Card>
    );
  const some = balances.balances.filter(({ money }) => !isZero(money));
  return (
    <Card title={t('members.balances')}>
      <Summary
        total
        rows={[
          ...some.map(({ unit, state, money }) => ({
            label: t('members.balanceOf', { unit, state: t(textKey('members.balance', state)) }),
            value: money,
          })),
          { label: t('members.total'), value: balances.total },
        ]}
      />
    </Card>
  );
}
