import { Button, Notice } from '@trellis/kit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallError, failureOf } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { askKept, type WithOperation } from './operation.ts';

/** What a call answers that changes something. */
export interface KeptResult {
  readonly error?: CallError | undefined;
}

/**
 * For changes whose end the server keeps: where the answer is lost, it is asked for by the call's key until it is known, and
 * nothing is said before. `settle` takes what the call answered and gives what became of it.
 *
 *     const { settle, open, notice } = useKeptCall(operatorContract);
 *     const { error } = await settle(run());
 *
 * @returns `open` while it is not known, with its notice; `unreachable` once it asks again on demand only, and may be left
 */
export function useKeptCall(contract: WithOperation, inject = injectContract) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const [phase, setPhase] = useState<'checking' | 'unreachable'>();
  const [again, setAgain] = useState<() => void>();
  const ask = async (key: string): Promise<KeptResult> => {
    setPhase('checking');
    const outcome = await askKept(contract, key, inject);
    if (outcome.kind === 'lost') {
      setPhase('unreachable');
      await new Promise<void>((resolve) => setAgain(() => resolve));
      return ask(key);
    }
    setPhase(undefined);
    if (outcome.kind === 'refused') return { error: outcome.failure };
    return outcome.kind === 'notDone' ? { error: closed } : {};
  };
  const settle = async (call: PromiseLike<KeptResult>): Promise<KeptResult> => {
    const { error } = await call;
    const failure = error && failureOf(error);
    return failure?.kind === 'network' && failure.key !== undefined ? ask(failure.key) : { error };
  };
  const notice: ReactNode = phase && (
    <div role="status">
      {phase === 'checking' ? (
        <Notice tone="primary" icon="clock" title={t('flow.checking')} />
      ) : (
        <Notice
          tone="warning"
          icon="offline"
          title={errorText({ kind: 'network', why: 'lost' })}
          action={
            <Button size="small" onClick={() => again?.()}>
              {t('flow.checkAgain')}
            </Button>
          }
        />
      )}
    </div>
  );
  return { settle, open: phase !== undefined, unreachable: phase === 'unreachable', notice };
}

/** Nothing was done, nor will be, as the server says it of the request when that comes. */
const closed: CallError = {
  kind: 'problem',
  problem: { type: '', title: '', status: 409, code: 'idempotency.closed', requestId: '' },
};
