import { Button, Buttons, Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../roles/useMay.ts';
import { BackSheet, OffSheet, OnSheet } from './DeedSheets.tsx';
import type { FeatureReleases } from './ReleaseFacts.tsx';
import { WaitingOn } from './WaitingOn.tsx';
import { waysBack } from './waysBack.ts';

const sheets = { back: BackSheet, off: OffSheet, on: OnSheet } as const;

/** The ways back, for whoever may take them. Each asks why; nothing is done by a press alone. */
export function ReleaseDeeds({ of }: { of: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const may = useMay('releases');
  const mayStop = useMay('stop');
  const [open, setOpen] = useState<keyof typeof sheets>();
  const Open = open && sheets[open];
  // Without the shell nothing is left, and without the console nobody could switch it on here again.
  const hasSwitch = of.feature !== 'shell' && of.feature !== 'operator';
  const hasWay = waysBack(of).length > 0;
  return (
    <>
      {!may && <Hint>{t('releases.notYours')}</Hint>}
      {may && !hasWay && <Hint>{t('releases.noBack')}</Hint>}
      <Buttons>
        {may && hasWay && (
          <Button kind="danger" onClick={() => setOpen('back')}>
            {t('releases.back')}
          </Button>
        )}
        {hasSwitch && (of.off ? may : mayStop) && (
          <Button kind="quiet" onClick={() => setOpen(of.off ? 'on' : 'off')}>
            {t(of.off ? 'releases.switchOn' : 'releases.switchOff')}
          </Button>
        )}
      </Buttons>
      {of.off && <WaitingOn feature={of.feature} />}
      {Open && <Open of={of} onClose={() => setOpen(undefined)} />}
    </>
  );
}
