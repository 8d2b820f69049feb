import { money } from '@trellis/api-contract';
import { Card, Hero, NotOpenYet, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { planApi } from '../api.ts';

/** `/plan`: not open yet; the balance a package would be paid from is real. */
export function Component() {
  const { t } = useTranslation('plan');
  const balances = planApi.useGetBalancesQuery({});
  return (
    <Screen title={t('home.title')}>
      <Loaded query={balances} waiting={<SkeletonCard hero />}>
        {(data, stamp) => {
          const usd = data.balances.find(({ unit, state }) => unit === 'USD' && state === 'available');
          return (
            <Card label={t('home.available')}>
              <Hero label={t('home.available')} money={usd?.money ?? money(0n, 'USD')}>
                {stamp}
              </Hero>
            </Card>
          );
        }}
      </Loaded>
      <NotOpenYet text={t('home.notOpen')} to="/wallet" linkText={t('home.back')} />
    </Screen>
  );
}
