import { Button, Buttons, Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberDetails } from '../../api.ts';
import { useMay } from '../../frame/useMay.ts';
import { memberSheets } from './memberSheets.tsx';

/** What the support does for a member. Each asks why; nothing is done by a press alone. */
export function MemberActions({ member }: { member: MemberDetails }) {
  const { t } = useTranslation('operator');
  const may = useMay('support');
  const [open, setOpen] = useState<keyof typeof memberSheets>();
  if (!may) return <Hint>{t('members.notYoursToChange')}</Hint>;
  if (member.erasedAt) return <Hint>{t('members.erasedText')}</Hint>;
  const Open = open && memberSheets[open];
  const { suspended, googleBoundAt, factorReset } = member;
  const button = (sheet: keyof typeof memberSheets, text: string, kind?: 'danger' | 'quiet') => (
    <Button key={sheet} kind={kind} size="small" onClick={() => setOpen(sheet)}>
      {text}
    </Button>
  );
  return (
    <>
      <Buttons>
        {suspended ? button('restore', t('members.restore')) : button('suspend', t('members.suspend'), 'danger')}
        {button('sessions', t('members.endSessions'), 'quiet')}
        {googleBoundAt !== null && factorReset === null && button('reset', t('members.lostAuthenticator'), 'quiet')}
        {button('country', t('members.changeCountry'), 'quiet')}
        {button('erase', t('members.erase'), 'quiet')}
      </Buttons>
      {Open && <Open subject={member} onClose={() => setOpen(undefined)} />}
    </>
  );
}
