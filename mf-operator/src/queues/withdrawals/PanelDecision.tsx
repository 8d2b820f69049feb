import { moneyText } from '@trellis/kit';
import { FactorInput, Form, TextInput } from '@trellis/kit/form';
import { useOperator } from '@trellis/shell-sdk';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { useActionForm } from '../../frame/ActionDialog.tsx';
import { DecisionButton, Decisions } from '../../frame/DecisionButton.tsx';
import { useMay } from '../../frame/useMay.ts';
import { actionsOf } from './actionsOf.ts';
import * as styles from './QueuePanel.module.css';
import { ActionButtons } from './WithdrawalActions.tsx';
import { useSeenDialog, WithdrawalSheet } from './WithdrawalSheet.tsx';
import { withdrawalDialogs } from './withdrawalDialogs.tsx';

interface PanelDecisionProps {
  readonly details: WithdrawalDetails;
  /** Reads it again. */
  readonly refetch: () => unknown;
  /** After the reader has approved or rejected it. */
  readonly onDecided: () => void;
}

/** What the reader can do with what the panel shows: a review is decided in it, everything else in a sheet. */
export function PanelDecision({ details, refetch, onDecided }: PanelDecisionProps) {
  const name = useOperator()?.name ?? '';
  const actions = actionsOf(details, { name, reviews: useMay('review'), pays: useMay('treasury') });
  const mayApprove = actions.some(({ action, why }) => action === 'approve' && why === undefined);
  if (mayApprove) return <Approval details={details} refetch={refetch} onDecided={onDecided} />;
  return <ActionButtons details={details} refetch={refetch} onDone={onDecided} />;
}

/** What was compared becomes the reason, then the code, then the approval; or the rejection, which has more to be said. */
function Approval({ details, refetch, onDecided }: PanelDecisionProps) {
  const { t } = useTranslation('operator');
  const [isRejecting, setRejecting] = useState(false);
  const {
    changed,
    children: _,
    reasons,
    submitLabel,
    ...dialog
  } = useSeenDialog({
    useDialog: withdrawalDialogs.approve,
    details,
    refetch,
  });
  const { form, asksCode, refused, issues, submit, working, notice, isKept, blockedText } = useActionForm({
    ...dialog,
    onClose: onDecided,
  });
  const reason = form.value('reason');
  const isChosen = reason.trim() !== '';
  const fields = useRef<HTMLDivElement>(null);
  const decide = () => {
    const code = fields.current?.querySelector<HTMLElement>('input[autocomplete="one-time-code"]');
    // Nothing is wrong yet: what is missing is only asked for now.
    if (code && form.value('code') === '') code.focus();
    else submit();
  };
  return (
    <div ref={fields}>
      <Form issues={issues} error={refused} onSubmit={decide}>
        {changed}
        {blockedText !== undefined && <p role="alert">{blockedText}</p>}
        <Ticks
          label={t('withdrawals.ticks')}
          ready={reasons ?? []}
          reason={reason}
          onReason={(text) => form.set('reason', text)}
        />
        <TextInput
          label={t('action.reason')}
          labelHidden
          placeholder={t('action.reason')}
          maxLength={500}
          {...form.input('reason')}
        />
        {asksCode && isChosen && <FactorInput {...form.input('code')} />}
        {notice}
        {!isKept && (
          <Decisions>
            <DecisionButton type="submit" isChosen={isChosen} busy={working} shortcut="A">
              {submitLabel}
            </DecisionButton>
            <DecisionButton isNo shortcut="X" onClick={() => setRejecting(true)}>
              {t('withdrawals.rejectAction', { amount: moneyText(details.amount) })}
            </DecisionButton>
          </Decisions>
        )}
      </Form>
      {isRejecting && (
        <WithdrawalSheet
          useDialog={withdrawalDialogs.reject}
          details={details}
          refetch={refetch}
          onDone={onDecided}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}

interface TicksProps {
  readonly label: string;
  readonly ready: readonly string[];
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** What somebody has looked at: each tick is a part of the reason, which stays a text. */
function Ticks({ label, ready, reason, onReason }: TicksProps) {
  const { t } = useTranslation('operator');
  const between = t('withdrawals.betweenTicks');
  const parts = reason.split(between).filter((part) => part !== '');
  const toggle = (tick: string) =>
    onReason((parts.includes(tick) ? parts.filter((part) => part !== tick) : [...parts, tick]).join(between));
  return (
    <fieldset className={styles.part}>
      <legend>
        <small>{label}</small>
      </legend>
      <div className={styles.ticks}>
        {ready.map((tick, place) => (
          <button
            key={tick}
            type="button"
            className={styles.tick}
            aria-pressed={parts.includes(tick)}
            aria-keyshortcuts={String(place + 1)}
            onClick={() => toggle(tick)}
          >
            <span className={styles.tickMark} aria-hidden="true">
              {parts.includes(tick) ? '✓' : place + 1}
            </span>
            {tick}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
