import { Button, Buttons, Hint, Notice } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureReleases } from '../../api.ts';
import { useMay } from '../../frame/useMay.ts';
import { releaseSheets } from './releaseSheets.tsx';
import { belowFloor, floorsOf, mayName, rollable } from './shareSteps.ts';
import { WaitingBelow, WaitingOn } from './WaitingSteps.tsx';
import { waysBack } from './waysBack.ts';

/** What can be done with a feature's releases, for whoever may. Each asks why; nothing is done by a press alone. */
export function ReleaseActions({ releases }: { releases: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const may = useMay('releases');
  const mayStop = useMay('stop');
  const [open, setOpen] = useState<keyof typeof releaseSheets>();
  const Open = open && releaseSheets[open];
  // Without the shell nothing is left, and without the console nobody could switch it on here again.
  const hasSwitch = releases.feature !== 'shell' && releases.feature !== 'operator';
  const hasWay = waysBack(releases).length > 0;
  const fix = may ? openHole(releases) : undefined;
  const quiet = (key: keyof typeof releaseSheets, text: string) => (
    <Button key={key} kind="quiet" onClick={() => setOpen(key)}>
      {text}
    </Button>
  );
  return (
    <>
      {!may && <Hint>{t('releases.notYours')}</Hint>}
      {releases.storedLate && <Hint>{t('releases.storedLate')}</Hint>}
      {may && !hasWay && <Hint>{t('releases.noBack')}</Hint>}
      {fix !== undefined && (
        <Notice
          tone="warning"
          title={t('releases.holeTitle', { release: fix })}
          action={
            <Button size="small" onClick={() => setOpen('floor')}>
              {t('releases.raiseFloor')}
            </Button>
          }
        >
          {t('releases.holeText')}
        </Notice>
      )}
      <WaitingBelow feature={releases.feature} />
      <Buttons>
        {may && rollable(releases).length > 0 && (
          <Button onClick={() => setOpen('share')}>
            {t(releases.candidate ? 'releases.changeShare' : 'releases.rollOut')}
          </Button>
        )}
        {may && mayName(releases) && quiet('members', t('releases.nameMembers'))}
        {may && hasWay && (
          <Button kind="danger" onClick={() => setOpen('back')}>
            {t('releases.back')}
          </Button>
        )}
        {hasSwitch &&
          (releases.off ? may : mayStop) &&
          quiet(releases.off ? 'on' : 'off', t(releases.off ? 'releases.switchOn' : 'releases.switchOff'))}
        {may && releases.stable !== null && releases.pinned !== releases.stable && quiet('pin', t('releases.pin'))}
        {may && releases.pinned !== null && quiet('unpin', t('releases.unpin'))}
        {may && floorsOf(releases).length > 0 && quiet('floor', t('releases.raiseFloor'))}
        {may && belowFloor(releases).length > 0 && quiet('below', t('releases.below'))}
        {may && belowFloor(releases).length > 0 && quiet('lower', t('releases.lowerFloor'))}
      </Buttons>
      {releases.off && <WaitingOn feature={releases.feature} />}
      {Open && <Open subject={releases} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** A release that closes a hole is live for all, and one that has it may still go live again. */
const openHole = ({ stable, candidate, securityFixes, floor, stored }: FeatureReleases): string | undefined =>
  stable !== null &&
  candidate === null &&
  securityFixes.includes(stable) &&
  stored.indexOf(floor ?? '') < stored.indexOf(stable)
    ? stable
    : undefined;
