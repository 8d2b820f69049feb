import { Screen, Tabs, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OrganizationChart } from '../chart/OrganizationChart.tsx';
import { plusIcon } from '../icons.ts';
import { InviteSheet } from '../invite/InviteSheet.tsx';
import { Performance } from '../performance/Performance.tsx';

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
      {...(!performance && {
        action: (
          <TextLink icon={plusIcon} onClick={() => setInviting(true)}>
            {t('invite.title')}
          </TextLink>
        ),
      })}
    >
      {performance ? <Performance /> : <OrganizationChart />}
      {inviting && <InviteSheet side="left" onClose={() => setInviting(false)} />}
    </Screen>
  );
}
