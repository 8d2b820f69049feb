import { operatorContract } from '@trellis/api-contract/operator';
import { Button, Filters, Sheet, useToast } from '@trellis/kit';
import { FactorInput, Form, TextInput } from '@trellis/kit/form';
import { type CallError, failureOf, useForm } from '@trellis/shell-sdk';
import { useKeptCall } from '@trellis/shell-sdk/flow';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionButton } from './DecisionButton.tsx';
import { useRefusalText } from './refusals/useRefusalText.ts';
import { SessionEnd } from './SessionEnd.tsx';

/** What an action is sent with. */
export interface ActionInput {
  readonly reason: string;
  /** Of the operator's authenticator, where the action asks for one. */
  readonly code?: string;
}

interface ActionDialogProps {
  readonly title: string;
  /** What it does to people. */
  readonly consequence?: string;
  /** What the button says. */
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** Reasons that are at hand by one press. */
  readonly reasons?: readonly string[];
  /** It moves money or goes on after a stop: a fresh code is asked for; elsewhere when the server says that it takes one. */
  readonly asksCode?: boolean;
  /** Has to be typed before it is done, as it stands here. */
  readonly confirmPhrase?: string | undefined;
  /** What is still wrong with the choices of `children`, in the reader's words. */
  readonly blocked?: string | undefined;
  /** What has to be chosen before the button can be pressed at all, in the reader's words. */
  readonly waitsFor?: string | undefined;
  /** The fields of `children`: checked before it is sent, and given what of them was refused. */
  readonly fields?: ActionFields;
  /** What is said when it is done; asked for then, where the answer decides. */
  readonly done?: string | (() => string);
  readonly onClose: () => void;
  readonly run: (words: ActionInput) => PromiseLike<{ readonly error?: CallError | undefined }>;
  /** After it was done, before the sheet closes. */
  readonly onDone?: () => void;
  /** What is to be seen or chosen before. */
  readonly children?: ReactNode;
}

/** The form of an action, wherever it is drawn: what is typed in it, and how it is sent; nothing is lost when it is refused. */
export function useActionForm(props: Omit<ActionDialogProps, 'title' | 'submitLabel' | 'children'>) {
  const { asksCode: always = false, confirmPhrase, blocked, fields, done, onClose, run, onDone } = props;
  const { t } = useTranslation('operator');
  const toast = useToast();
  const { settle, open, unreachable, notice } = useKeptCall(operatorContract);
  const [working, setWorking] = useState(false);
  const [tried, setTried] = useState(false);
  // The server has the last word, and what is chosen may change what is asked for.
  const [isDemanded, setDemanded] = useState(false);
  const asksCode = always || isDemanded;
  const form = useForm(
    ['reason', 'code', 'phrase'],
    { 'twofactor.incorrect': 'code', 'twofactor.used': 'code' },
    (value) => ({
      reason: value('reason').trim() === '' && 'field.required',
      code: asksCode && value('code') === '' && 'field.required',
      phrase: confirmPhrase !== undefined && value('phrase').trim() !== confirmPhrase && 'field.required',
    }),
  );
  const failure = typeof form.refusal === 'object' && !('path' in form.refusal) ? failureOf(form.refusal) : undefined;
  const refusalText = useRefusalText();
  const refused = failure?.kind === 'problem' ? refusalText(failure) : form.attributes.error;
  const submit = async () => {
    setTried(true);
    const areGood = fields?.check() ?? true;
    if (working || !form.check() || !areGood || blocked !== undefined) return;
    setWorking(true);
    const code = form.value('code');
    const { error } = await settle(run({ reason: form.value('reason').trim(), ...(code !== '' && { code }) }));
    setWorking(false);
    if (error) {
      if (fields && isAbout(fields, error)) fields.refuse(error);
      else {
        if (isAbout({ fields: ['code'] }, error)) setDemanded(true);
        form.refuse(error);
      }
      return;
    }
    toast(typeof done === 'function' ? done() : (done ?? t('action.done')));
    onDone?.();
    onClose();
  };
  return {
    form,
    asksCode,
    refused,
    issues: form.attributes.issues + (fields?.attributes.issues ?? 0),
    submit: () => void submit(),
    working,
    /** The answer was lost: the call is kept, and says so itself in the place of the button. */
    notice,
    isKept: open,
    isDismissible: !working || unreachable,
    /** What is still wrong with the choices, once it was tried. */
    blockedText: tried ? blocked : undefined,
  };
}

/** What an operator does: with what it does, and why, which is at hand by one press or written. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, consequence, submitLabel, danger, reasons = [], confirmPhrase, waitsFor, onClose } = props;
  const waiting = useId();
  const { t } = useTranslation('operator');
  const { form, asksCode, refused, issues, submit, working, notice, isKept, isDismissible, blockedText } =
    useActionForm(props);
  return (
    <Sheet title={title} dismissible={isDismissible} onClose={onClose}>
      <SessionEnd />
      {consequence !== undefined && <p>{consequence}</p>}
      <Form issues={issues} error={refused} onSubmit={submit}>
        {props.children}
        {blockedText !== undefined && <p role="alert">{blockedText}</p>}
        {reasons.length > 0 && (
          <Filters
            label={t('action.ready')}
            value={form.value('reason')}
            onChange={(reason) => form.set('reason', reason)}
            options={reasons.map((reason) => ({ value: reason, label: reason }))}
          />
        )}
        <TextInput label={t('action.reason')} maxLength={500} {...form.input('reason')} />
        {confirmPhrase !== undefined && (
          <TextInput label={t('action.phrase', { phrase: confirmPhrase })} maxLength={80} {...form.input('phrase')} />
        )}
        {asksCode && <FactorInput {...form.input('code')} />}
        {notice}
        {!isKept &&
          (danger ? (
            <DecisionButton type="submit" isNo isChosen busy={working}>
              {submitLabel}
            </DecisionButton>
          ) : (
            <>
              {waitsFor !== undefined && <p id={waiting}>{waitsFor}</p>}
              <Button
                type="submit"
                busy={working}
                disabled={waitsFor !== undefined}
                {...(waitsFor !== undefined && { describedBy: waiting })}
              >
                {submitLabel}
              </Button>
            </>
          ))}
      </Form>
    </Sheet>
  );
}

/** A form of its own within the sheet, as `useForm` has it. */
interface ActionFields {
  /** Their names, as the server reports what is wrong with them. */
  readonly fields: readonly string[];
  /** What the whole is refused with and is about one of them. */
  readonly codes?: readonly string[];
  readonly attributes: { readonly issues: number };
  readonly check: () => boolean;
  readonly refuse: (error: CallError) => void;
}

/** Whether a refusal names one of these fields. */
function isAbout({ fields, codes = [] }: Pick<ActionFields, 'fields' | 'codes'>, error: CallError): boolean {
  const failure = failureOf(error);
  if (failure.kind !== 'problem') return false;
  const { code, fields: wrong = [] } = failure.problem;
  return codes.includes(code) || wrong.some(({ path }) => fields.includes(path));
}
