import { Button, Code, Hint, LinkButton, Notice, Panel, TextLink, useCopy } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Waiting } from '../approvals/api.ts';
import { approvalsApi } from '../approvals/api.ts';
import { Changes } from '../audit/Changes.tsx';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { operatorsApi } from './api.ts';

/** New operators and other roles that wait for a second admin; the link of who is new is shown here, once. */
export function WaitingChanges() {
  const { t } = useTranslation('operator');
  const { data } = approvalsApi.useListWaitingQuery({});
  const [open, setOpen] = useState<Waiting>();
  const [link, setLink] = useState<string>();
  const waiting = data?.waiting.filter(({ action }) => action === 'operator.invite' || action === 'operator.roles');
  return (
    <>
      {link !== undefined && <NewLink link={link} />}
      {waiting?.map((of) => (
        <Notice
          key={of.id}
          tone="warning"
          title={t(of.action === 'operator.invite' ? 'operators.waitsInvite' : 'operators.waitsRoles', {
            name: String(of.after?.operator),
            by: of.requestedBy,
          })}
          action={
            of.yours ? (
              <Button size="small" onClick={() => setOpen(of)}>
                {t('deed.yes')}
              </Button>
            ) : (
              <LinkButton to="/approvals" kind="quiet" size="small">
                {t('place.approvals')}
              </LinkButton>
            )
          }
        >
          {of.reason}
          {!of.yours && ` · ${t('deed.other')}`}
        </Notice>
      ))}
      {open && <YesSheet of={open} onLink={setLink} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface YesSheetProps {
  readonly of: Waiting;
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

function YesSheet({ of, onLink, onClose }: YesSheetProps) {
  const { t } = useTranslation('operator');
  const [approve] = operatorsApi.useApproveOperatorChangeMutation();
  return (
    <DeedSheet
      title={t(of.action === 'operator.invite' ? 'operators.invite' : 'operators.changeRoles')}
      text={t(of.action === 'operator.invite' ? 'operators.yesInvite' : 'operators.yesRoles')}
      act={t('deed.yes')}
      asksCode
      reasons={[t('operators.reasonAgreed')]}
      onClose={onClose}
      run={async (words) => {
        const answer = await approve({ id: of.subject, ...words });
        if (answer.data?.token != null) onLink(`${location.origin}/enrol#${answer.data.token}`);
        return answer;
      }}
    >
      <Changes before={of.before ?? {}} after={of.after ?? {}} />
    </DeedSheet>
  );
}

/** Whoever has it becomes this operator: it is handed over in person, and nowhere to be read again. */
function NewLink({ link }: { link: string }) {
  const { t } = useTranslation('operator');
  const copy = useCopy();
  return (
    <Panel>
      <strong>{t('operators.link')}</strong>
      <Code>{link}</Code>
      <Hint>{t('operators.linkText')}</Hint>
      <TextLink onClick={() => void copy(link, t('operators.copied'))}>{t('operators.copy')}</TextLink>
    </Panel>
  );
}
