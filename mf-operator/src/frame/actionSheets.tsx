import type { CallError } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog, type ActionInput } from './ActionDialog.tsx';

type Answer = PromiseLike<{ readonly error?: CallError | undefined }>;

/** One action on something, as data: its texts by their keys, what it asks for, and what is sent. */
interface Entry<Subject, Input, Value> {
  readonly title: string;
  readonly consequence?: string | ((subject: Subject) => string);
  readonly submitLabel: string;
  readonly done?: string;
  readonly reasons?: readonly string[];
  /** What those texts name. */
  readonly values?: (subject: Subject) => Readonly<Record<string, string | number>>;
  readonly danger?: true;
  readonly asksCode?: true;
  /** What is sent, of a value that is chosen in the sheet, too. */
  readonly input: (subject: Subject, words: ActionInput, value: Value) => Input;
  /** What is chosen before anything is. */
  readonly start?: (subject: Subject) => Value;
  /** The choice, or only what is to be seen before. */
  readonly Shown?: (props: ShownProps<Subject, Value>) => ReactNode;
  /** Why a choice can't be sent. */
  readonly wrong?: (value: Value, subject: Subject) => string | undefined;
  /** Has to be typed before it is done. */
  readonly confirmPhrase?: (subject: Subject, value: Value) => string;
}

export interface ShownProps<Subject, Value = undefined> {
  readonly subject: Subject;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** What an action's dialog is drawn from. */
export type DialogOf<Subject> = (subject: Subject) => Omit<Parameters<typeof ActionDialog>[0], 'onClose'>;

/** Turns entries about one kind of thing into what their dialogs are drawn from, by the hook of each one's call. */
export const dialogsOf =
  <Subject,>() =>
  <Input, Value = undefined>(
    useCall: () => readonly [(input: Input) => Answer, ...unknown[]],
    entry: Entry<Subject, Input, Value>,
  ): DialogOf<Subject> =>
    function useDialog(subject) {
      const { t } = useTranslation('operator');
      const [call] = useCall();
      // Without a start nothing is chosen yet, or there is nothing to choose.
      const [value, setValue] = useState(() => entry.start?.(subject) as Value);
      const { title, consequence: said, submitLabel, done, reasons = [], danger, asksCode, Shown } = entry;
      const values = entry.values?.(subject) ?? {};
      const consequence = typeof said === 'function' ? said(subject) : said;
      const wrong = entry.wrong?.(value, subject);
      return {
        title: t(title, values),
        submitLabel: t(submitLabel, values),
        ...(consequence !== undefined && { consequence: t(consequence, values) }),
        ...(done !== undefined && { done: t(done, values) }),
        ...(danger && { danger }),
        ...(asksCode && { asksCode }),
        reasons: reasons.map((reason) => t(reason)),
        confirmPhrase: entry.confirmPhrase?.(subject, value),
        blocked: wrong === undefined ? undefined : t(wrong),
        run: (words) => call(entry.input(subject, words, value)),
        children: Shown && <Shown subject={subject} value={value} onChange={setValue} />,
      };
    };

/** The same as sheets that are ready to be opened. */
export const sheetsOf = <Subject,>() => {
  const dialogOf = dialogsOf<Subject>();
  return <Input, Value = undefined>(...settings: Parameters<typeof dialogOf<Input, Value>>) => {
    const useDialog = dialogOf(...settings);
    return function ActionSheet({ subject, onClose }: { subject: Subject; onClose: () => void }) {
      return <ActionDialog {...useDialog(subject)} onClose={onClose} />;
    };
  };
};
