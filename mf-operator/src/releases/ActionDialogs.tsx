import { Select } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import type { FeatureReleases } from './ReleaseFacts.tsx';
import { waysBack } from './waysBack.ts';

/** Reasons that are at hand. */
function useReasons(): readonly string[] {
  const { t } = useTranslation('operator');
  return [t('releases.reasonLoad'), t('releases.reasonFigures'), t('releases.reasonSlow')];
}

export interface ActionProps {
  readonly of: FeatureReleases;
  readonly onClose: () => void;
}

/** One step back, or to any release that is kept. It is always named: two who press at once go one step, and not two. */
export function BackSheet({ of, onClose }: ActionProps) {
  const { feature, back } = of;
  const { t } = useTranslation('operator');
  const [rollBack] = operatorApi.useRollBackReleaseMutation();
  const ways = waysBack(of);
  const [release = '', setRelease] = useState(ways[0]);
  return (
    <ActionDialog
      title={t('releases.backTitle', { feature })}
      consequence={t('releases.backText')}
      submitLabel={t('releases.back')}
      danger
      reasons={useReasons()}
      done={t('releases.done')}
      onClose={onClose}
      run={({ reason }) => rollBack({ feature, release, reason })}
    >
      <Select
        label={t('releases.backTo')}
        value={release}
        onChange={setRelease}
        options={ways.map((each) => ({
          value: each,
          label: each === back ? t('releases.backStep', { release: each }) : each,
        }))}
      />
    </ActionDialog>
  );
}

/** Its place shows a notice, and everything else goes on. */
export function OffSheet({ of: { feature }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [switchOff] = operatorApi.useSwitchFeatureOffMutation();
  return (
    <ActionDialog
      title={t('releases.offTitle', { feature })}
      consequence={t('releases.offText')}
      submitLabel={t('releases.switchOff')}
      danger
      reasons={useReasons()}
      done={t('releases.done')}
      onClose={onClose}
      run={({ reason }) => switchOff({ feature, reason })}
    />
  );
}

/** What was live before is there again, once somebody else has approved. */
export function OnSheet({ of: { feature }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [switchOn] = operatorApi.useSwitchFeatureOnMutation();
  return (
    <ActionDialog
      title={t('releases.onTitle', { feature })}
      consequence={t('releases.onAskText')}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={feature}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => switchOn({ feature, ...words })}
    />
  );
}
