import { percentText } from '@trellis/api-contract';
import { Row, Rows, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type FeatureReleases, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { releasesIcon } from '../../icons.ts';
import { percentOfPeople } from './percents.ts';
import { Marks } from './ReleaseFacts.tsx';
import { RolloutBar } from './RolloutBar.tsx';

/** `/releases`: what every feature shows its people now, and for how many of them it fails. */
export function Component() {
  const { t } = useTranslation('operator');
  const query = operatorApi.useListReleasesQuery({});
  return (
    <Console screen="releases" title={t('releases.title')} text={t('releases.text')}>
      <Loaded query={query} waiting={<SkeletonRows count={6} />}>
        {({ features, worker }, stamp) => (
          <>
            <Updated stamp={stamp} />
            <Rows label={t('releases.title')}>
              {features.map((releases) => (
                <FeatureRow key={releases.feature} releases={releases} />
              ))}
              <Row
                to="/releases/worker"
                icon={releasesIcon}
                title={<span translate="no">worker</span>}
                detail={t('releases.worker')}
                {...(worker.off && { end: t('releases.off') })}
              />
            </Rows>
          </>
        )}
      </Loaded>
    </Console>
  );
}

function FeatureRow({ releases }: { releases: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const { feature, stable, candidate, loads } = releases;
  const worst = loads
    .filter(({ members }) => members > 0)
    .sort((a, b) => b.failed * a.members - a.failed * b.members)[0];
  return (
    <Row
      to={`/releases/${feature}`}
      icon={releasesIcon}
      title={<span translate="no">{feature}</span>}
      detail={
        <>
          {candidate === null ? (
            <span translate="no">{stable ?? t('releases.none')}</span>
          ) : (
            <RolloutBar stable={stable} candidate={candidate} />
          )}
          <Marks releases={releases} />
        </>
      }
      {...(worst && {
        end: percentText(percentOfPeople(worst.failed, worst.members)),
        endDetail: t('releases.failed', { count: worst.members }),
      })}
    />
  );
}
