import { SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Unknown } from '../../frame/Unknown.tsx';
import { RefusedCalls } from './RefusedCalls.tsx';
import { ReleaseActions } from './ReleaseActions.tsx';
import { ReleaseFacts } from './ReleaseFacts.tsx';
import { ReleaseHealth } from './ReleaseHealth.tsx';
import { ReleaseHistory } from './ReleaseHistory.tsx';
import { Worker } from './Worker.tsx';

/** `/releases/:feature`: what of it is live, the ways back, and what was done with it. */
export function Component() {
  const { t } = useTranslation('operator');
  const { feature } = useParams();
  const query = operatorApi.useListReleasesQuery({});
  return (
    <Console screen="release" title={t('releases.title')} back="/releases">
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ features, worker }) => {
          if (feature === 'worker') return <Worker off={worker.off} />;
          const releases = features.find((each) => each.feature === feature);
          if (!releases) return <Unknown text={t('releases.unknown')} to="/releases" />;
          return (
            <>
              <ReleaseFacts releases={releases} />
              <RefusedCalls releases={releases} />
              <ReleaseActions releases={releases} />
              <ReleaseHealth releases={releases} />
              <ReleaseHistory feature={releases.feature} />
            </>
          );
        }}
      </Loaded>
    </Console>
  );
}
