import { Card, Hint, SkeletonCard, Stack } from '@trellis/kit';
import { Loaded, LoadFailure, lazyPart, usePart } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type FeatureReleases, type Health, type ReleaseHealth as OfRelease, operatorApi } from '../../api.ts';
import { Updated } from '../../frame/Updated.tsx';
import { BrowserErrors } from './BrowserErrors.tsx';
import { HealthTable } from './HealthTable.tsx';
import { ScreenUses } from './ScreenUses.tsx';
import { WhatFollows } from './WhatFollows.tsx';

const picturePart = lazyPart('operator', () => import(/* webpackChunkName: "health-picture" */ './HealthPicture.tsx'));

/** For how many people each release of a feature fails, by the figures and the function that it goes back by itself by. */
export function ReleaseHealth({ releases }: { releases: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetReleaseHealthQuery({ feature: releases.feature });
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {(health, stamp) =>
        health.releases.length > 0 && (
          <Card title={t('releases.health')}>
            <Stack>
              <Updated stamp={stamp} />
              <Picture health={health} />
              <HealthTable releases={health.releases} />
              <Hint>{t('releases.healthText')}</Hint>
              <Hint>{t('releases.paintText')}</Hint>
              {health.releases.map((each) => (
                <ScreenUses key={each.release} health={each} />
              ))}
              {health.releases.map((each) => (
                <BrowserErrors key={each.release} feature={releases.feature} release={each.release} />
              ))}
              {health.releases.map((each) => (
                <WhatFollows key={each.release} health={each} pinned={releases.pinned} />
              ))}
            </Stack>
          </Card>
        )
      }
    </Loaded>
  );
}

/** The table alongside it is there without it. */
function Picture({ health: { releases } }: { health: Health }) {
  const hasPeople = releases.some(({ members }: OfRelease) => members > 0);
  return hasPeople ? <LoadedPicture releases={releases} /> : null;
}

function LoadedPicture({ releases }: { releases: readonly OfRelease[] }) {
  const [part, retry] = usePart(picturePart);
  if (part?.failure) return <LoadFailure failure={part.failure} onRetry={retry} />;
  return part?.module ? <part.module.HealthPicture releases={releases} /> : <SkeletonCard />;
}
