import type { WaitingAction } from '@trellis/api-contract/operator';
import { Button, Buttons, Card, Hint, LinkButton, Summary } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Waiting } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { Actor } from '../../frame/Actor.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { NewCalls } from '../../product/releases/NewCalls.tsx';
import { textKey } from '../../texts/textKey.ts';
import { confirmPhraseOf } from './confirmPhraseOf.ts';
import { Jump } from './Jump.tsx';
import { enrolmentLink } from './NewLink.tsx';
import { WaitingFacts } from './WaitingFacts.tsx';

/** What the approval of some does, said before it is given. */
const consequences = {
  'operator.invite': 'operators.approveInvite',
  'operator.roles': 'operators.approveRoles',
  'operator.restore': 'operators.approveRestore',
  'factor_reset.approve': 'members.resetApproveText',
  'member.erase': 'members.eraseApproveText',
  'release.approve_on': 'releases.onText',
} as const;
const hasConsequence = (action: WaitingAction): action is keyof typeof consequences =>
  Object.hasOwn(consequences, action);

interface WaitingCardProps {
  readonly request: Waiting;
  /** The link of a new operator, which the approval answers with: the card is gone by then. */
  readonly onLink: (link: string) => void;
}

/** One thing that waits: what would change, who wants it and why, and its approval or refusal. */
export function WaitingCard({ request, onLink }: WaitingCardProps) {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const [open, setOpen] = useState<'approve' | 'refuse'>();
  const isOwn = request.requestedBy === `operator:${operator?.name}`;
  const title = t(textKey('approvals.action', request.action));
  return (
    <Card title={title}>
      <Jump request={request} />
      <WaitingFacts request={request} />
      <RequestedRelease request={request} />
      <Summary
        rows={[
          { label: t('approvals.by'), value: <Actor name={request.requestedBy} /> },
          { label: t('action.reason'), value: request.reason },
          { label: t('approvals.at'), value: <Moment at={request.requestedAt} /> },
          ...(request.expiresAt === null
            ? []
            : [{ label: t('approvals.until'), value: <Moment at={request.expiresAt} /> }]),
        ]}
      />
      {isOwn && <Hint>{t('action.other')}</Hint>}
      {!isOwn && !request.yours && <Hint>{t('approvals.notYours')}</Hint>}
      <Buttons>
        {request.yours && <Button onClick={() => setOpen('approve')}>{t('action.approve')}</Button>}
        {typeof request.after?.withdrawal === 'string' && (
          <LinkButton to={`/withdrawals/${request.after.withdrawal}`} kind="quiet">
            {t('approvals.open')}
          </LinkButton>
        )}
        {(request.yours || isOwn) && request.action !== 'factor_reset.approve' && (
          <Button kind="quiet" onClick={() => setOpen('refuse')}>
            {t(isOwn ? 'approvals.takeBack' : 'approvals.no')}
          </Button>
        )}
      </Buttons>
      {open === 'approve' && (
        <ApproveSheet request={request} title={title} onLink={onLink} onClose={() => setOpen(undefined)} />
      )}
      {open === 'refuse' && (
        <RefuseSheet request={request} title={title} isOwn={isOwn} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}

/** What a release may call that is to go live. */
function RequestedRelease({ request: { action, after } }: { request: Waiting }) {
  const { data } = operatorApi.useListReleasesQuery({}, { skip: !action.startsWith('release.') });
  const releases = data?.features.find(({ feature }) => feature === after?.feature);
  const release = after?.release ?? releases?.stable;
  if (!releases || typeof release !== 'string') return null;
  return <NewCalls feature={releases.feature} release={release} />;
}

interface SheetProps {
  readonly request: Waiting;
  readonly title: string;
  readonly onClose: () => void;
}

function ApproveSheet({ request, title, onLink, onClose }: SheetProps & { readonly onLink: (link: string) => void }) {
  const { t } = useTranslation('operator');
  const [approve] = operatorApi.useApproveMutation();
  return (
    <ActionDialog
      title={title}
      {...(hasConsequence(request.action) && { consequence: t(consequences[request.action]) })}
      submitLabel={t('action.approve')}
      asksCode
      reasons={request.action.startsWith('operator.') ? [t('operators.reasonAgreed')] : []}
      confirmPhrase={confirmPhraseOf(request)}
      onClose={onClose}
      run={async (words) => {
        const answer = await approve({ id: request.id, ...words });
        if (answer.data?.token != null) onLink(enrolmentLink(answer.data.token));
        return answer;
      }}
    >
      <Jump request={request} />
      <WaitingFacts request={request} />
      <RequestedRelease request={request} />
    </ActionDialog>
  );
}

function RefuseSheet({ request, title, isOwn, onClose }: SheetProps & { readonly isOwn: boolean }) {
  const { t } = useTranslation('operator');
  const [refuse] = operatorApi.useRefuseApprovalMutation();
  return (
    <ActionDialog
      title={title}
      consequence={t('approvals.noText')}
      submitLabel={t(isOwn ? 'approvals.takeBack' : 'approvals.no')}
      danger
      asksCode={!isOwn}
      onClose={onClose}
      run={(words) => refuse({ id: request.id, ...words })}
    />
  );
}
