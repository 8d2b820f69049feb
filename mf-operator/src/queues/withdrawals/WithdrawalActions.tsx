import { Button, Buttons, Card, Hint } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { useMay } from '../../frame/useMay.ts';
import { textKey } from '../../texts/textKey.ts';
import { actionsOf, type WithdrawalAction } from './actionsOf.ts';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';
import * as styles from './Withdrawals.module.css';
import { withdrawalDialogs } from './withdrawalDialogs.tsx';

/** What the reader can do with it where it stands; of what is not open it says why, and whose it is. */
export function WithdrawalActions({ file: details, refetch }: { file: WithdrawalDetails; refetch: () => unknown }) {
  const { t } = useTranslation('operator');
  const name = useOperator()?.name ?? '';
  const reader = { name, reviews: useMay('review'), pays: useMay('treasury') };
  const [open, setOpen] = useState<WithdrawalAction>();
  const actions = actionsOf(details, reader);
  const closed = actions.filter(({ why }) => why !== undefined);
  const isOver = details.status !== 'pending_review';
  return (
    <Card title={t('withdrawals.actions')}>
      {details.claim && <Hint>{t('withdrawals.claimedBy', { who: details.claim.by })}</Hint>}
      {isOver && <Hint>{t('withdrawals.over')}</Hint>}
      {details.step === 'sent' && <Hint>{t('withdrawals.chainConfirms')}</Hint>}
      <Buttons>
        {actions
          .filter(({ why }) => why === undefined)
          .map(({ action }, index) => (
            <Button
              key={action}
              kind={action === 'reject' || action === 'void' ? 'danger' : index === 0 ? undefined : 'quiet'}
              onClick={() => setOpen(action)}
            >
              {t(textKey('withdrawals.action', action))}
            </Button>
          ))}
      </Buttons>
      {closed.length > 0 && (
        <ul className={styles.closed}>
          {closed.map(({ action, why }) => (
            <li key={action}>
              {t('withdrawals.actionClosed', {
                action: t(textKey('withdrawals.action', action)),
                why: why && t(textKey('withdrawals.why', why)),
              })}
            </li>
          ))}
        </ul>
      )}
      {open && (
        <WithdrawalSheet
          useDialog={withdrawalDialogs[open]}
          details={details}
          refetch={refetch}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}
