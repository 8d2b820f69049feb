import { NotOpenYet, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded, SuspensionNotice, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import { type Offer, planApi } from '../api.ts';
import { PurchaseFlow } from '../purchase/PurchaseFlow.tsx';

/** `/plan/buy/:level`: one level opened, or an amount of one's own, up to the purchase. */
export function Component() {
  const { t } = useTranslation('plan');
  const { level = '' } = useParams();
  const offer = planApi.useGetPackageOfferQuery({});
  const suspended = useSession().member?.suspended === true;
  if (offer.data?.sale === 'open' && !suspended)
    return (
      <PurchaseFlow
        key={level}
        offer={offer.data}
        price={levelOf(level, offer.data)?.price ?? offer.data.minimum}
        own={levelOf(level, offer.data) === undefined}
      />
    );
  return (
    <Screen title={t('package.title')} back="/plan">
      <SuspensionNotice>{t('home.suspended')}</SuspensionNotice>
      <Loaded query={offer} waiting={<SkeletonCard hero />}>
        {({ sale, closedFor }) =>
          suspended ? null : sale === 'countryNeeded' ? (
            <Navigate to={`/plan/country?level=${encodeURIComponent(level)}`} replace />
          ) : (
            <NotOpenYet
              inCountry={closedFor !== undefined}
              text={t(closedFor ? 'home.notInCountry' : 'home.notOpen')}
              to="/plan"
              linkText={t('home.toPackages')}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** The level that an address names; of any other, an amount of one's own, of which the smallest stands there first. */
const levelOf = (name: string, { levels }: Offer) =>
  levels.find(({ level }) => level.toLowerCase() === name.toLowerCase());
