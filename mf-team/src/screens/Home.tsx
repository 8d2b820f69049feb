import { Pane, Screen, SkeletonCard, Tabs, TextLink } from '@trellis/kit';
import { LoadFailure, lazyPart, usePart } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OrganizationChart } from '../chart/OrganizationChart.tsx';
import { plusIcon } from '../icons.ts';
import { InviteSheet } from '../invite/InviteSheet.tsx';

/** Whoever looks at the chart does not wait for the figures. */
const performancePart = lazyPart(
  'team',
  () => import(/* webpackChunkName: "performance" */ '../performance/Performance.tsx'),
);

/** `/team`: the organization chart, and the performance under `?tab=performance`. */
export function Component() {
  const { t } = useTranslation('team');
  const [parameters] = useSearchParams();
  const [inviting, setInviting] = useState(false);
  const performance = parameters.get('tab') === 'performance';
  return (
    <Screen
      title={t('home.title')}
      layout="panes"
      tabs={
        <Tabs
          label={t('home.title')}
          items={[
            { to: '/team', label: t('tab.chart'), current: !performance },
            { to: '/team?tab=performance', label: t('tab.performance'), current: performance },
          ]}
        />
      }
      action={
        <TextLink icon={plusIcon} onClick={() => setInviting(true)}>
          {t('invite.title')}
        </TextLink>
      }
    >
      {performance ? <PerformancePart /> : <OrganizationChart />}
      {inviting && <InviteSheet side="left" onClose={() => setInviting(false)} />}
    </Screen>
  );
}

function PerformancePart() {
  const [part, retry] = usePart(performancePart);
  if (part?.failure)
    return (
      <Pane>
        <LoadFailure failure={part.failure} onRetry={retry} />
      </Pane>
    );
  if (part?.module) return <part.module.Performance />;
  return (
    <Pane>
      <SkeletonCard hero />
      <SkeletonCard />
    </Pane>
  );
}
