import { Button, Buttons, Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberFile } from '../api.ts';
import { useMay } from '../roles/useMay.ts';
import { memberSheets } from './memberSheets.tsx';

/** What the support does for a member. Each asks why; nothing is done by a press alone. */
export function MemberActions({ member }: { member: MemberFile }) {
  const { t } = useTranslation('operator');
  const may = useMay('support');
  const [open, setOpen] = useState<keyof typeof memberSheets>();
  if (!may) return <Hint>{t('members.notYoursToChange')}</Hint>;
  const Open = open && memberSheets[open];
  const { suspended, googleBoundAt, factorReset } = member;
  return (
    <>
      <Buttons>
        {suspended ? (
          <Button size="small" onClick={() => setOpen('restore')}>
            {t('members.restore')}
          </Button>
        ) : (
          <Button kind="danger" size="small" onClick={() => setOpen('suspend')}>
            {t('members.suspend')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => setOpen('sessions')}>
          {t('members.endSessions')}
        </Button>
        {googleBoundAt !== null && factorReset === null && (
          <Button kind="quiet" size="small" onClick={() => setOpen('reset')}>
            {t('members.lostAuthenticator')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => setOpen('country')}>
          {t('members.changeCountry')}
        </Button>
      </Buttons>
      {Open && <Open of={member} onClose={() => setOpen(undefined)} />}
    </>
  );
}
