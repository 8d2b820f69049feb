import type { OutputOf } from '@trellis/api-contract';
import { Button, Buttons, Card, Chip, Hint, Summary, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { useActorName } from '../../frame/Actor.tsx';
import { useMay } from '../../frame/useMay.ts';

type FactorReset = OutputOf<'operator', 'requestFactorReset'>;

/** A lost authenticator that is about to be removed: who asked and why, what is next, and the second person's approval. */
export function Reset({ reset }: { reset: FactorReset }) {
  const { id, reason, requestedBy, requestedAt, expiresAt, approvedBy, dueAt } = reset;
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { dateTime } = useDates();
  const may = useMay('support');
  const isOwn = useOperator()?.name === requestedBy.replace(/^operator:/, '');
  const [open, setOpen] = useState<'approve' | 'withdraw'>();
  const { data } = operatorApi.useListWaitingInfiniteQuery({ domain: 'factor_reset' });
  const request = data?.pages.flatMap(({ waiting }) => waiting).find(({ subject }) => subject === id);
  const [approve] = operatorApi.useApproveMutation();
  const [withdraw] = operatorApi.useWithdrawFactorResetMutation();
  const close = () => setOpen(undefined);
  return (
    <Card
      title={t('members.reset')}
      action={<Chip tone="warning">{t(dueAt === null ? 'members.resetAsked' : 'members.resetApproved')}</Chip>}
    >
      <Summary
        rows={[
          { label: t('members.resetWhy'), value: reason },
          {
            label: t('members.resetBy'),
            value: t('members.atBy', { at: dateTime(requestedAt), by: actorName(requestedBy) }),
          },
          ...(approvedBy === null ? [] : [{ label: t('members.resetApprovedBy'), value: actorName(approvedBy) }]),
          dueAt === null
            ? { label: t('members.resetExpires'), value: dateTime(expiresAt) }
            : { label: t('members.resetDue'), value: dateTime(dueAt) },
        ]}
      />
      {may && isOwn && dueAt === null && <Hint>{t('members.resetSecond')}</Hint>}
      {may && (
        <Buttons>
          {request?.yours && (
            <Button size="small" onClick={() => setOpen('approve')}>
              {t('members.resetApprove')}
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => setOpen('withdraw')}>
            {t('members.resetWithdraw')}
          </Button>
        </Buttons>
      )}
      {open === 'approve' && request && (
        <ActionDialog
          title={t('members.resetApprove')}
          consequence={t('members.resetApproveText')}
          submitLabel={t('members.resetApprove')}
          danger
          asksCode
          reasons={[t('members.reasonIdentity')]}
          onClose={close}
          run={(words) => approve({ id: request.id, ...words })}
        />
      )}
      {open === 'withdraw' && (
        <ActionDialog
          title={t('members.resetWithdraw')}
          consequence={t('members.resetWithdrawText')}
          submitLabel={t('members.resetWithdraw')}
          asksCode={!isOwn}
          reasons={[t('members.reasonFound'), t('members.reasonDoubt')]}
          onClose={close}
          run={(words) => withdraw({ id, ...words })}
        />
      )}
    </Card>
  );
}
