import { Button, Buttons, Card, Hint, LinkButton, Summary } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { Moment } from '../frame/Moment.tsx';
import { actionTexts } from './actionTexts.ts';
import { approvalsApi, type Waiting } from './api.ts';
import { asksCode, hasYesHere, useYes } from './useYes.ts';
import { WaitingFacts } from './WaitingFacts.tsx';
import { wordOf } from './wordOf.ts';

/** One thing that waits: what would change, who wants it and why, and the yes or no to it. */
export function WaitingCard({ of }: { of: Waiting }) {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const [open, setOpen] = useState<'yes' | 'no'>();
  const isOwn = of.requestedBy === `operator:${operator?.name}`;
  const title = t(actionTexts[of.action]);
  return (
    <Card title={title}>
      <WaitingFacts of={of} />
      <Summary
        rows={[
          { label: t('approvals.by'), value: <span translate="no">{of.requestedBy}</span> },
          { label: t('deed.reason'), value: of.reason },
          { label: t('approvals.at'), value: <Moment at={of.requestedAt} /> },
          ...(of.expiresAt === null ? [] : [{ label: t('approvals.until'), value: <Moment at={of.expiresAt} /> }]),
        ]}
      />
      {isOwn && <Hint>{t('deed.other')}</Hint>}
      {!isOwn && !of.yours && <Hint>{t('approvals.notYours')}</Hint>}
      <Buttons>
        {of.yours && hasYesHere(of.action) && <Button onClick={() => setOpen('yes')}>{t('deed.yes')}</Button>}
        {(of.action === 'withdrawal.void_payout' || of.action === 'withdrawal.settle_payout') && (
          <LinkButton to={`/withdrawals/${String(of.after?.withdrawal)}`} kind="quiet">
            {t('approvals.open')}
          </LinkButton>
        )}
        {of.action === 'operator.invite' && (
          <LinkButton to="/operators" kind="quiet">
            {t('place.operators')}
          </LinkButton>
        )}
        {(of.yours || isOwn) && of.action !== 'factor_reset.approve' && (
          <Button kind="quiet" onClick={() => setOpen('no')}>
            {t(isOwn ? 'approvals.takeBack' : 'approvals.no')}
          </Button>
        )}
      </Buttons>
      {open === 'yes' && <YesSheet of={of} title={title} onClose={() => setOpen(undefined)} />}
      {open === 'no' && <NoSheet of={of} title={title} isOwn={isOwn} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

interface SheetProps {
  readonly of: Waiting;
  readonly title: string;
  readonly onClose: () => void;
}

function YesSheet({ of, title, onClose }: SheetProps) {
  const { t } = useTranslation('operator');
  const yes = useYes();
  const word = wordOf(of);
  return (
    <DeedSheet
      title={title}
      act={t('deed.yes')}
      asksCode={asksCode(of.action)}
      {...(word !== undefined && { word })}
      onClose={onClose}
      run={(words) => yes(of, words)}
    >
      <WaitingFacts of={of} />
    </DeedSheet>
  );
}

function NoSheet({ of, title, isOwn, onClose }: SheetProps & { readonly isOwn: boolean }) {
  const { t } = useTranslation('operator');
  const [refuse] = approvalsApi.useRefuseApprovalMutation();
  return (
    <DeedSheet
      title={title}
      text={t('approvals.noText')}
      act={t(isOwn ? 'approvals.takeBack' : 'approvals.no')}
      danger
      onClose={onClose}
      run={({ reason }) => refuse({ id: of.id, reason })}
    />
  );
}
