import { Button, Notice } from '@trellis/kit';
import { failureOf } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payout, WithdrawalDetails } from '../../api.ts';
import { ActionDialog, type ActionInput } from '../../frame/ActionDialog.tsx';
import type { DialogOf } from '../../frame/actionSheets.tsx';
import { useList } from '../../frame/useList.ts';
import { textKey } from '../../texts/textKey.ts';
import { type Difference, differencesOf, isChanged } from './differences.ts';
import * as styles from './Withdrawals.module.css';
import { lastSix, personOf } from './withdrawalTexts.ts';

interface WithdrawalSheetProps {
  readonly useDialog: DialogOf<WithdrawalDetails>;
  readonly details: WithdrawalDetails;
  /** Reads it again. */
  readonly refetch: () => unknown;
  readonly onClose: () => void;
  /** After it was done. */
  readonly onDone?: () => void;
}

/**
 * An action on one withdrawal, sent with the revision that the reader has looked at, and nothing newer. If it is another by
 * now, all that was typed is kept, what has changed is shown, and nothing is sent before they have said that they looked
 * again. Refused, it is read again.
 */
export function useSeenDialog({ useDialog, details, refetch }: Omit<WithdrawalSheetProps, 'onClose' | 'onDone'>) {
  const { t } = useTranslation('operator');
  const [seen, setSeen] = useState(details);
  const { blocked, run, ...dialog } = useDialog({ ...details, revision: seen.revision });
  const isStale = isChanged(seen, details);
  return {
    ...dialog,
    blocked: isStale ? t('withdrawals.lookFirst') : blocked,
    run: async (words: ActionInput) => {
      const answer = await run(words);
      // Of a wrong code nothing has changed; whatever else was in the way shows in what stands there now.
      const failure = answer.error && failureOf(answer.error);
      if (failure && !(failure.kind === 'problem' && failure.problem.status === 422)) await refetch();
      return answer;
    },
    changed: isStale && (
      <>
        <Notice tone="warning" title={t('withdrawals.changed')} urgent>
          {t('withdrawals.changedText')}
        </Notice>
        <Since differences={differencesOf(seen, details)} />
        <Button kind="quiet" size="small" onClick={() => setSeen(details)}>
          {t('withdrawals.lookedAgain')}
        </Button>
      </>
    ),
  };
}

/** The same as a sheet over the page. */
export function WithdrawalSheet({ onClose, onDone, ...action }: WithdrawalSheetProps) {
  const { changed, children, ...dialog } = useSeenDialog(action);
  return (
    <ActionDialog {...dialog} onClose={onClose} {...(onDone && { onDone })}>
      {changed}
      {children}
    </ActionDialog>
  );
}

const names = {
  step: 'withdrawals.step',
  paused: 'withdrawals.paused',
  approvals: 'withdrawals.approvals',
  payout: 'withdrawals.payout',
} as const satisfies Record<Difference['part'], string>;

/** Each thing as it was when the reader looked, and as it is. */
function Since({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const linesOf = (payout: Payout | undefined) =>
    payout === undefined
      ? t('withdrawals.none')
      : [
          `…${lastSix(payout.tx)}`,
          t(textKey('withdrawals.payout', payout.state)),
          personOf(payout.recordedBy),
          ...(payout.voidAskedBy === null ? [] : [t('withdrawals.voidAskedBy', { who: personOf(payout.voidAskedBy) })]),
        ].join(' · ');
  const sides = (difference: Difference): readonly [string, string] => {
    if (difference.part === 'step')
      return [t(textKey('withdrawals.step', difference.was)), t(textKey('withdrawals.step', difference.is))];
    if (difference.part === 'payout') return [linesOf(difference.was), linesOf(difference.is)];
    if (difference.part === 'approvals')
      return [list(difference.was) || t('withdrawals.none'), list(difference.is) || t('withdrawals.none')];
    const said = (is: boolean) => t(is ? 'withdrawals.isPaused' : 'withdrawals.notPaused');
    return [said(difference.was), said(difference.is)];
  };
  return (
    <dl className={styles.since}>
      {differences.map((difference) => {
        const [was, is] = sides(difference);
        return (
          <div key={difference.part}>
            <dt>{t(names[difference.part])}</dt>
            <dd>
              <del>{was}</del> <ins>{is}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
