import { codePattern, type ErrorCode, type MemberAction } from '@trellis/api-contract';
import { Button, ExactAmounts, Hero, Notice, Sheet, Summary } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../api/failure.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { ActionCode } from './ActionCode.tsx';
import type { ConfirmPhase } from './flowState.ts';
import { asksCode, codeIssueIn, type Demand } from './guard.tsx';
import { mayRetry } from './operation.ts';
import type { Confirmation } from './shown.ts';

interface ConfirmSheetProps {
  readonly title: string;
  readonly confirmation: Confirmation;
  /** Whose rule may ask for a code; `undefined`: no rule does. */
  readonly action: MemberAction | undefined;
  readonly demand: Demand | undefined;
  readonly phase: ConfirmPhase;
  readonly failure: ApiFailure | undefined;
  readonly onSubmit: (code?: string) => void;
  readonly onCheck: () => void;
  readonly onClose: () => void;
}

/** What will happen, with the fee, and the one button that does it. It stays while the result is open. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { title, confirmation, action, demand, phase, onSubmit, onCheck, onClose } = props;
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const form = useId();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<ErrorCode>();
  // Shown under the field, and the act can be sent again; any other refusal stands for itself.
  const codeIssue = codeIssueIn(props.failure);
  const failure = codeIssue ? undefined : props.failure;
  // The server has the last word: its rule may have changed, or its rate.
  const needsCode = action !== undefined && (codeIssue !== undefined || asksCode(demand, confirmation.money));
  const isWaiting = phase === 'ready' || phase === 'notDone';
  const instead = isWaiting ? confirmation.instead : undefined;
  const mayAct = instead === undefined && phase !== 'unreachable' && (failure === undefined || mayRetry(failure));
  const submit = () => {
    const wrongCode = demand?.factor === 'email' ? 'code.incorrect' : 'twofactor.incorrect';
    const issue = needsCode && !codePattern.test(code) ? (code === '' ? 'field.required' : wrongCode) : undefined;
    setWrong(issue);
    if (issue !== undefined) return;
    onSubmit(needsCode ? code : undefined);
  };
  const issue = wrong ?? codeIssue;
  const fee = { label: t('flow.fee'), value: confirmation.fee };
  return (
    <Sheet title={title} dismissible={isWaiting} onClose={onClose}>
      <ExactAmounts value={true}>
        {confirmation.subject}
        <Hero centred label={confirmation.label} money={confirmation.money} />
        {confirmation.more}
        <Summary rows={[...confirmation.rows, fee]} />
      </ExactAmounts>
      <div role="status">
        <State phase={phase} failure={failure} />
      </div>
      {action !== undefined && needsCode && mayAct && (
        <Form id={form} onSubmit={submit} issues={issue}>
          <ActionCode
            action={action}
            value={code}
            onChange={(value) => {
              setCode(value);
              setWrong(undefined);
            }}
            error={issue && errorText(issue)}
            busy={phase === 'submitting' || phase === 'checking'}
            onProof={onSubmit}
          />
        </Form>
      )}
      {phase === 'unreachable' && <Button onClick={onCheck}>{t('flow.checkAgain')}</Button>}
      {mayAct && (
        <Button busy={phase === 'submitting' || phase === 'checking'} onClick={submit}>
          {phase === 'submitting' ? t('flow.submitting') : confirmation.submitLabel}
        </Button>
      )}
      {instead && (
        <Button
          onClick={() => {
            onClose();
            instead.onClick();
          }}
        >
          {instead.label}
        </Button>
      )}
      {instead === undefined && failure !== undefined && !mayRetry(failure) && (
        <Button kind="quiet" onClick={onClose}>
          {t('flow.change')}
        </Button>
      )}
    </Sheet>
  );
}

function State({ phase, failure }: { phase: ConfirmPhase; failure: ApiFailure | undefined }) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  if (failure !== undefined) {
    return (
      <Notice tone="negative" title={errorText(failure)}>
        {t('flow.nothingMoved')}
      </Notice>
    );
  }
  switch (phase) {
    case 'checking':
      return (
        <Notice tone="primary" icon="clock" title={t('flow.checking')}>
          {t('flow.checkingText')}
        </Notice>
      );
    case 'unreachable':
      return (
        <Notice tone="warning" icon="offline" title={t('flow.unreachable')}>
          {t('flow.unreachableText')}
        </Notice>
      );
    case 'notDone':
      return (
        <Notice tone="warning" title={t('flow.notDone')}>
          {t('flow.notDoneText')}
        </Notice>
      );
    default:
      return null;
  }
}
