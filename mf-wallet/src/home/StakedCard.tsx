import { money } from '@trellis/api-contract';
import { Card, Summary, TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { type Balances, totalsByState } from '../balances/byState.ts';

/** What is staked, what it earns, and when it unlocks. */
export function StakedCard({ balances }: { balances: Balances }) {
  const { t } = useTranslation('wallet');
  const staked = totalsByState(balances.balances).find(({ kind }) => kind === 'staked');
  return (
    <Card title={t('staked.title')} action={<TextLink to="/wallet/stakeDetail">{t('staked.details')}</TextLink>}>
      <Summary
        rows={[
          { label: t('staked.title'), value: staked?.money ?? money(0n, 'CP') },
          // A stake has both; without one there is nothing to say.
          { label: t('staked.rewards'), value: t('record.empty') },
          { label: t('staked.days'), value: t('record.empty') },
        ]}
      />
    </Card>
  );
}
