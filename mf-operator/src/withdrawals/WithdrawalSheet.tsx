import { moneyText, useDates } from '@trellis/kit';
import { type CallError, failureOf } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog, type ActionInput } from '../frame/ActionDialog.tsx';
import { refusalTexts } from './refusals.ts';
import { useLooked } from './useLooked.tsx';
import type { WithdrawalFile } from './withdrawalTexts.ts';

/** What the sheet of every action on a withdrawal takes. */
export interface WithdrawalSheetProps {
  readonly file: WithdrawalFile;
  /** Reads it again. */
  readonly refetch: () => unknown;
  readonly onClose: () => void;
}

interface Props extends WithdrawalSheetProps {
  readonly title: string;
  readonly consequence: string;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly asksCode?: boolean;
  readonly reasons?: readonly string[];
  readonly blocked?: string | undefined;
  readonly run: (
    input: ActionInput & { readonly id: string; readonly revision: number },
  ) => PromiseLike<{ readonly error?: CallError | undefined }>;
  readonly children?: ReactNode;
}

/** An action on one withdrawal, sent with the revision that was looked at; refused, it is read again and says what changed. */
export function WithdrawalSheet({ file, refetch, run, blocked, children, ...sheet }: Props) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const looked = useLooked(file);
  return (
    <ActionDialog
      {...sheet}
      blocked={looked.blocked ?? blocked}
      refusal={({ code, params }) => {
        const key = refusalTexts[code];
        return key && t(key, { until: params?.until === undefined ? '' : dateTime(String(params.until)) });
      }}
      run={async (words) => {
        const answer = await run({ ...words, id: file.id, revision: looked.revision });
        // Of a wrong code nothing has changed; whatever else was in the way shows in what stands there now.
        const failure = answer.error && failureOf(answer.error);
        if (failure && !(failure.kind === 'problem' && failure.problem.status === 422)) await refetch();
        return answer;
      }}
    >
      {looked.since}
      {children}
    </ActionDialog>
  );
}

/** What an action's button and title name. */
export const amountOf = ({ amount }: WithdrawalFile): string => moneyText(amount);
export const receivedOf = ({ received }: WithdrawalFile): string => moneyText(received);
