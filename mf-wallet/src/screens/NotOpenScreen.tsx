import { Card, Hero, NotOpenYet, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { totalsByState } from '../balances/byState.ts';

interface NotOpenScreenProps {
  readonly title: string;
  readonly text: string;
  readonly back?: string;
}

/** A money flow that is not open yet: it says so, and shows the balance that it will work on. */
export function NotOpenScreen({ title, text, back = '/wallet' }: NotOpenScreenProps) {
  const { t } = useTranslation('wallet');
  const balances = walletApi.useGetBalancesQuery({});
  return (
    <Screen title={title} back={back}>
      <NotOpenYet text={text} to="/wallet" linkText={t('notOpen.back')} />
      <Loaded query={balances} waiting={<SkeletonCard hero />}>
        {(data, stamp) => (
          <Card label={t('state.available')}>
            {totalsByState(data.balances)
              .filter(({ kind }) => kind === 'available')
              .map(({ kind, money }) => (
                <Hero key={kind} label={t('state.available')} money={money}>
                  {stamp}
                </Hero>
              ))}
          </Card>
        )}
      </Loaded>
    </Screen>
  );
}
