import { Hint, Select } from '@trellis/kit';
import { Checkbox } from '@trellis/kit/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FeatureReleases, operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { NewCalls } from './NewCalls.tsx';
import { percentOfShare } from './percents.ts';
import { ShareSlider } from './ShareSlider.tsx';
import { leavesOut, nextStop, peopleOf, rollable } from './shareSteps.ts';

/**
 * A release for a share of people: with how many that are before the press. Where nothing is live there are no others who
 * could keep it, so it goes live for all.
 */
export function ShareSheet({ subject: releases, onClose }: { subject: FeatureReleases; onClose: () => void }) {
  const { feature, candidate, stable } = releases;
  const { t } = useTranslation('operator');
  const [rollOut] = operatorApi.useRollOutReleaseMutation();
  const [activate] = operatorApi.useActivateReleaseMutation();
  const { data } = operatorApi.useGetReleaseHealthQuery({ feature });
  const now = candidate?.share ?? 0;
  const ways = rollable(releases);
  const [release = '', setRelease] = useState(ways[0]);
  // One that is live for some begins where it is: nothing is sent before it is moved.
  const [chosen, setShare] = useState(candidate ? now : nextStop(now));
  const [securityFix, setSecurityFix] = useState(false);
  const share = stable === null ? 10_000 : chosen;
  const effect = useId();
  const submitLabel = () => {
    if (share === now) return t('releases.unmoved');
    if (share === 0) return t('releases.takeBack');
    return share === 10_000 ? t('releases.giveAll') : t('releases.give', { percent: percentOfShare(share) });
  };
  return (
    <ActionDialog
      title={t('releases.shareTitle', { feature })}
      consequence={t('releases.shareText')}
      submitLabel={submitLabel()}
      reasons={[t('releases.reasonWell'), t('releases.reasonPlanned')]}
      confirmPhrase={stable !== null && leavesOut(now, share) ? feature : undefined}
      asksCode={share > 0}
      waitsFor={share === now ? t('releases.sameShare') : undefined}
      done={t('releases.done')}
      onClose={onClose}
      run={({ reason, code }) => {
        const fix = securityFix && share > 0 ? ({ securityFix: true } as const) : {};
        return stable === null
          ? activate({ feature, release, reason, code, ...fix })
          : rollOut({ feature, release, share, from: now, reason, ...(share > 0 && { code }), ...fix });
      }}
    >
      {candidate === null && (
        <Select
          label={t('releases.release')}
          value={release}
          onChange={setRelease}
          options={ways.map((each) => ({ value: each, label: each }))}
        />
      )}
      {share > 0 && <NewCalls feature={feature} release={release} />}
      {stable !== null && (
        <ShareSlider
          label={t('releases.shareOf', { release })}
          value={share}
          onChange={setShare}
          describedBy={effect}
        />
      )}
      <div id={effect} aria-live="polite">
        {data && (
          <Hint>
            {t('releases.effect', {
              people: data.people,
              some: peopleOf(share, data.people),
              now: peopleOf(now, data.people),
            })}
          </Hint>
        )}
      </div>
      {share > 0 && (
        <Checkbox checked={securityFix} onChange={setSecurityFix}>
          {t('releases.isFix')}
        </Checkbox>
      )}
    </ActionDialog>
  );
}
