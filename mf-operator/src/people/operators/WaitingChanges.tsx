import { Button, Notice } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Waiting } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { Changes } from '../../frame/Changes.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';
import { enrolmentLink, NewLink } from '../../queues/approvals/NewLink.tsx';
import { useFacts } from '../../queues/approvals/useFacts.ts';

/** Of each kind: what waits, the title of its sheet, and what the approval does. */
const kinds = {
  'operator.invite': ['operators.waitsInvite', 'operators.invite', 'operators.approveInvite'],
  'operator.roles': ['operators.waitsRoles', 'operators.changeRoles', 'operators.approveRoles'],
  'operator.restore': ['operators.waitsRestore', 'operators.restore', 'operators.approveRestore'],
} as const;
interface WaitingChange extends Waiting {
  readonly action: keyof typeof kinds;
}
const isChange = (waiting: Waiting): waiting is WaitingChange => Object.hasOwn(kinds, waiting.action);

/**
 * New operators, other roles and ends of suspensions that wait for a second admin; the link of who is new is shown here, once.
 * @param about a name, on whose own page this stands; without it, of everybody
 */
export function WaitingChanges({ about }: { readonly about?: string }) {
  const { t } = useTranslation('operator');
  const { data } = operatorApi.useListWaitingQuery({});
  const [open, setOpen] = useState<WaitingChange>();
  const [link, setLink] = useState<string>();
  const waiting = data?.waiting
    .filter(isChange)
    .filter(({ after }) => about === undefined || after?.operator === about);
  return (
    <>
      {link !== undefined && <NewLink link={link} />}
      {waiting?.map((of) => (
        <Notice
          key={of.id}
          tone="warning"
          title={t(kinds[of.action][0], {
            name: String(of.after?.operator),
            by: of.requestedBy,
          })}
          action={
            of.yours ? (
              <Button size="small" onClick={() => setOpen(of)}>
                {t('action.approve')}
              </Button>
            ) : (
              <ToPlace to="/approvals" />
            )
          }
        >
          {of.reason}
          {!of.yours && ` · ${t('action.other')}`}
        </Notice>
      ))}
      {open && <ApproveSheet of={open} onLink={setLink} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface ApproveSheetProps {
  readonly of: WaitingChange;
  readonly onLink: (link: string) => void;
  readonly onClose: () => void;
}

function ApproveSheet({ of, onLink, onClose }: ApproveSheetProps) {
  const { t } = useTranslation('operator');
  const [approve] = operatorApi.useApproveMutation();
  const words = useFacts();
  return (
    <ActionDialog
      title={t(kinds[of.action][1])}
      consequence={t(kinds[of.action][2])}
      submitLabel={t('action.approve')}
      asksCode
      reasons={[t('operators.reasonAgreed')]}
      onClose={onClose}
      run={async (given) => {
        const answer = await approve({ id: of.id, ...given });
        if (answer.data?.token != null) onLink(enrolmentLink(answer.data.token));
        return answer;
      }}
    >
      <Changes before={of.before ?? {}} after={of.after ?? {}} words={words} />
    </ActionDialog>
  );
}
