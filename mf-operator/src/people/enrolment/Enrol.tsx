import type { OutputOf } from '@trellis/api-contract';
import { Card, EntryScreen, Hint, LinkButton, ShellPartsContext } from '@trellis/kit';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeStep } from './CodeStep.tsx';
import { useEnrolmentToken } from './enrolmentToken.ts';
import { PasswordStep } from './PasswordStep.tsx';

/** `/enrol`: where an enrolment link leads. A new password, then the authenticator, each by one call. */
export function Component() {
  const { t } = useTranslation('operator');
  const { language } = useContext(ShellPartsContext);
  const token = useEnrolmentToken();
  return (
    <EntryScreen title={t('enrol.title')} foot={language}>
      <Enrolment key={token ?? ''} token={token} />
    </EntryScreen>
  );
}

/** One link's way; another link begins again. */
function Enrolment({ token }: { token: string | undefined }) {
  const { t } = useTranslation('operator');
  const [opened, setOpened] = useState<OutputOf<'operator', 'openEnrolment'>>();
  const [outcome, setOutcome] = useState<'done' | 'linkUsed'>();
  if (outcome === 'done')
    return (
      <Card title={t('enrol.doneTitle')}>
        <Hint>{t('enrol.done')}</Hint>
        <LinkButton to="/login">{t('logIn.title')}</LinkButton>
      </Card>
    );
  if (outcome === 'linkUsed' || token === undefined)
    return (
      <Card title={t('enrol.linkUsedTitle')}>
        <Hint>{t('enrol.linkUsed')}</Hint>
      </Card>
    );
  const refused = () => setOutcome('linkUsed');
  if (!opened) return <PasswordStep token={token} onOpened={setOpened} onLinkUsed={refused} />;
  return <CodeStep token={token} enrolment={opened} onDone={() => setOutcome('done')} onLinkUsed={refused} />;
}
