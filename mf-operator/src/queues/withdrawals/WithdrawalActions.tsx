import { Button, Buttons, Card, Hint } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { DecisionButton, Decisions } from '../../frame/DecisionButton.tsx';
import { useMay } from '../../frame/useMay.ts';
import { useFrame } from '../../frame/workspace.ts';
import { textKey } from '../../texts/textKey.ts';
import { actionsOf, type WithdrawalAction } from './actionsOf.ts';
import { WithdrawalSheet } from './WithdrawalSheet.tsx';
import * as styles from './Withdrawals.module.css';
import { withdrawalDialogs } from './withdrawalDialogs.tsx';

interface WithdrawalActionsProps {
  readonly details: WithdrawalDetails;
  /** Reads it again. */
  readonly refetch: () => unknown;
  readonly onDone?: () => void;
}

/** What the reader can do with it where it stands; of what is not open it says why, and whose it is. */
export const WithdrawalActions = (props: WithdrawalActionsProps) => <ActionButtons {...props} isPage />;

/**
 * The same, on a page of its own or in what shows it alongside a list. Approval and rejection weigh the same; on a narrow screen
 * they stand within reach, above its places.
 */
export function ActionButtons({ details, refetch, onDone, isPage }: WithdrawalActionsProps & { isPage?: true }) {
  const { t } = useTranslation('operator');
  const name = useOperator()?.name ?? '';
  const reader = { name, reviews: useMay('review'), pays: useMay('treasury') };
  const isFrame = useFrame();
  const [open, setOpen] = useState<WithdrawalAction>();
  const actions = actionsOf(details, reader);
  const closed = actions.filter(({ why }) => why !== undefined);
  const possible = actions.filter(({ why }) => why === undefined).map(({ action }) => action);
  const isDecision = (action: WithdrawalAction): boolean => action === 'approve' || action === 'reject';
  const decisions: readonly WithdrawalAction[] = possible.filter(isDecision);
  const others = possible.filter((action) => !isDecision(action));
  const isOver = details.status !== 'pending_review';
  const answers = decisions.length > 0 && (
    <Decisions>
      {(isFrame ? decisions : [...decisions].reverse()).map((action) => (
        <DecisionButton
          key={action}
          isNo={action === 'reject'}
          shortcut={action === 'reject' ? 'X' : 'A'}
          onClick={() => setOpen(action)}
        >
          {t(textKey('withdrawals.action', action))}
        </DecisionButton>
      ))}
    </Decisions>
  );
  const isOpen = details.claim === null && !isOver && details.step !== 'sent';
  const hasDock = isPage && !isFrame && answers !== false;
  const rest = (
    <>
      {details.claim && <Hint>{t('withdrawals.claimedBy', { who: details.claim.by })}</Hint>}
      {isOver && <Hint>{t('withdrawals.over')}</Hint>}
      {details.step === 'sent' && <Hint>{t('withdrawals.chainConfirms')}</Hint>}
      {others.length > 0 && (
        <Buttons>
          {others.map((action, index) => (
            <Button
              key={action}
              kind={action === 'void' ? 'danger' : index === 0 ? undefined : 'quiet'}
              onClick={() => setOpen(action)}
            >
              {t(textKey('withdrawals.action', action))}
            </Button>
          ))}
        </Buttons>
      )}
      {!hasDock && answers}
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
    </>
  );
  const isEmpty = isOpen && others.length === 0 && hasDock && closed.length === 0;
  return (
    <>
      {isPage ? !isEmpty && <Card title={t('withdrawals.actions')}>{rest}</Card> : rest}
      {hasDock && <div className={styles.dock}>{answers}</div>}
      {open && (
        <WithdrawalSheet
          useDialog={withdrawalDialogs[open]}
          details={details}
          refetch={refetch}
          {...(onDone && { onDone })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
