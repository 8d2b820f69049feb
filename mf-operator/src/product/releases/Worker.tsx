import { Button, Buttons, Card, Chip, Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../frame/useMay.ts';
import { ReleaseHistory } from './ReleaseHistory.tsx';
import { releaseSheets } from './releaseSheets.tsx';
import { WaitingOn } from './WaitingSteps.tsx';

const subject = { feature: 'worker' } as const;

/** Of the worker in members' browsers: whether there is to be one, and what was done with it. */
export function Worker({ off }: { off: boolean }) {
  const { t } = useTranslation('operator');
  const may = useMay('releases');
  const mayStop = useMay('stop');
  const [open, setOpen] = useState(false);
  const Sheet = releaseSheets[off ? 'on' : 'off'];
  return (
    <>
      <Card title="worker" {...(off && { action: <Chip tone="negative">{t('releases.off')}</Chip> })}>
        <p>{t('releases.workerText')}</p>
      </Card>
      {(off ? may : mayStop) ? (
        <Buttons>
          <Button kind={off ? 'quiet' : 'danger'} onClick={() => setOpen(true)}>
            {t(off ? 'releases.switchOn' : 'releases.switchOff')}
          </Button>
        </Buttons>
      ) : (
        <Hint>{t('releases.notYours')}</Hint>
      )}
      {off && <WaitingOn feature="worker" />}
      {open && <Sheet subject={subject} onClose={() => setOpen(false)} />}
      <ReleaseHistory feature="worker" />
    </>
  );
}
