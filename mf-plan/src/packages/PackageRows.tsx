import { Amount, Button, Card, Row, Rows, Section, SignedAmount, SkeletonRows, Summary, useDates } from '@trellis/kit';
import { Gem, stoneOf } from '@trellis/kit/gem';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, type OwnPackage, type OwnPackages, planApi } from '../api.ts';
import { broughtBy, nextIndex } from './nextLoop.ts';

type Own = OwnPackages & Pick<Offer, 'totals'>;

/** What a member has bought: all together, and one by one, the latest first, with what comes back next. */
export function PackageRows({ packages, older, totals }: Own) {
  const { t } = useTranslation('plan');
  return (
    <Section title={t('package.contracts')}>
      <Card label={t('package.totals')}>
        <Summary
          rows={[
            { label: t('package.totalPurchase'), value: totals.purchased },
            { label: t('package.cumulativeReward'), value: totals.reward },
          ]}
        />
      </Card>
      <PageOfPackages packages={packages} />
      {older !== null && <OlderPackages after={older} />}
    </Section>
  );
}

function OlderPackages({ after }: { after: string }) {
  const { t } = useTranslation('plan');
  const [wanted, setWanted] = useState(false);
  const query = planApi.useListPackagesQuery({ after }, { skip: !wanted });
  if (!wanted)
    return (
      <Button kind="quiet" size="small" onClick={() => setWanted(true)}>
        {t('package.more')}
      </Button>
    );
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ packages, older }) => (
        <>
          <PageOfPackages packages={packages} />
          {older !== null && <OlderPackages after={older} />}
        </>
      )}
    </Loaded>
  );
}

function PageOfPackages({ packages }: Pick<OwnPackages, 'packages'>) {
  const { t } = useTranslation('plan');
  const { day, date } = useDates();
  const textOf = (own: OwnPackage): string => {
    if (own.cancelledAt !== null) return t('package.cancelledOn', { date: date(own.cancelledAt) });
    const released = own.loops.filter(({ releasedAt }) => releasedAt !== null).length;
    return released === own.loops.length
      ? t('package.allReleased')
      : t('package.loopsReleased', { released, loops: own.loops.length });
  };
  /** What comes next, and when; of what brings nothing any more, what it cost. */
  const endOf = (own: OwnPackage) => {
    const next = own.loops[nextIndex(own)];
    if (!next) return { end: <Amount money={own.price} /> };
    return { end: <SignedAmount money={broughtBy(next)} />, endDetail: day(next.dueOn) };
  };
  return (
    <Rows label={t('package.contracts')}>
      {packages.map((own) => (
        <Row
          key={own.id}
          to={`/plan/packages/${own.id}`}
          drawing={<Gem level={stoneOf(own.level)} serial={own.certificate?.serial ?? 1} size="small" />}
          title={<span translate="no">{own.certificate?.name ?? own.level}</span>}
          detail={textOf(own)}
          {...endOf(own)}
          done={own.released || own.cancelledAt !== null}
        />
      ))}
    </Rows>
  );
}
