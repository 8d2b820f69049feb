import { Hint, Select } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import type { ActionProps } from './ActionDialogs.tsx';
import { belowFloor, floorsOf } from './shareSteps.ts';

const optionsOf = (releases: readonly string[]) => releases.map((each) => ({ value: each, label: each }));

/** What is live stays, whatever is reported of it: only somebody takes it away. */
export function PinSheet({ of: { feature, stable }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [pin] = operatorApi.usePinReleaseMutation();
  return (
    <ActionDialog
      title={t('releases.pinTitle', { release: `${feature} ${stable}` })}
      consequence={t('releases.pinText')}
      submitLabel={t('releases.pin')}
      asksCode
      reasons={[t('releases.reasonKnown')]}
      onClose={onClose}
      run={(words) => pin({ feature, ...words })}
    />
  );
}

export function UnpinSheet({ of: { feature, pinned }, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [unpin] = operatorApi.useUnpinReleaseMutation();
  return (
    <ActionDialog
      title={t('releases.unpinTitle', { release: `${feature} ${pinned}` })}
      consequence={t('releases.unpinText')}
      submitLabel={t('releases.unpin')}
      asksCode
      reasons={[t('releases.reasonWatched')]}
      onClose={onClose}
      run={(words) => unpin({ feature, ...words })}
    />
  );
}

/** Nothing older goes live again, unless two people say so. */
export function FloorSheet({ of, onClose }: ActionProps) {
  const { t } = useTranslation('operator');
  const [raise] = operatorApi.useRaiseReleaseFloorMutation();
  const ways = floorsOf(of);
  const [release = '', setRelease] = useState(ways[0]);
  const shut = of.stored.indexOf(release) - belowFloor(of).length;
  return (
    <ActionDialog
      title={t('releases.floorTitle', { feature: of.feature })}
      consequence={t('releases.floorText')}
      submitLabel={t('releases.raiseFloor')}
      asksCode
      reasons={[t('releases.reasonHole')]}
      onClose={onClose}
      run={(words) => raise({ feature: of.feature, release, ...words })}
    >
      <Select label={t('releases.floor')} value={release} onChange={setRelease} options={optionsOf(ways)} />
      <Hint>{t('releases.floorEffect', { count: shut })}</Hint>
    </ActionDialog>
  );
}

/** Below the floor one person only asks. */
export function BelowSheet({ of, onClose }: ActionProps) {
  const { feature, floor } = of;
  const { t } = useTranslation('operator');
  const [activate] = operatorApi.useActivateReleaseMutation();
  const ways = belowFloor(of);
  const [release = '', setRelease] = useState(ways[0]);
  return (
    <ActionDialog
      title={t('releases.belowTitle', { feature, floor })}
      consequence={t('releases.belowText')}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={release}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => activate({ feature, release, belowFloor: true, ...words })}
    >
      <Select label={t('releases.release')} value={release} onChange={setRelease} options={optionsOf(ways)} />
    </ActionDialog>
  );
}

/** The floor was raised too far: one person only asks for it to be lower. */
export function LowerSheet({ of, onClose }: ActionProps) {
  const { feature, floor } = of;
  const { t } = useTranslation('operator');
  const [raise] = operatorApi.useRaiseReleaseFloorMutation();
  const ways = belowFloor(of);
  const [release = '', setRelease] = useState(ways[0]);
  return (
    <ActionDialog
      title={t('releases.lowerTitle', { feature, floor })}
      consequence={t('releases.lowerText')}
      submitLabel={t('action.ask')}
      asksCode
      confirmPhrase={release}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => raise({ feature, release, lower: true, ...words })}
    >
      <Select label={t('releases.floor')} value={release} onChange={setRelease} options={optionsOf(ways)} />
    </ActionDialog>
  );
}
