import type { Output } from '@trellis/api-contract';
import { countUnfinished } from '@trellis/kit';
import { useEffect, useReducer, useRef } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import type { Inject } from '../api/injectContract.ts';
import { type ActionBody, type ActionEndpoint, sendAction } from './actionCall.ts';
import { type FlowEvent, type FlowState, isOpen, nextFlowState } from './flowState.ts';
import { askOutcome, type Outcome, outcomeOf } from './operation.ts';
import { type UnfinishedActions, useUnfinishedAction, whileRunning } from './unfinishedAction.ts';

/**
 * Runs one flow: the state, and what the screen's buttons do. `onRefused` may take a refusal over (put it under a
 * field); the sheet then closes.
 */
export function useFlow<Name extends ActionEndpoint, Input>(
  endpoint: Name,
  bodyOf: (input: Input) => ActionBody<Name>,
  onRefused: ((failure: ApiFailure) => boolean) | undefined,
  unfinished: UnfinishedActions,
  inject: Inject,
) {
  type Receipt = Output<Name>;
  const [state, dispatch] = useReducer(
    (current: FlowState<Input, Receipt>, event: FlowEvent<Input, Receipt>) => nextFlowState(current, event),
    { step: 'input' },
  );
  const left = useUnfinishedAction<Receipt>(endpoint, unfinished, (receipt) =>
    dispatch({ type: 'recovered', receipt }),
  );
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);
  const open = isOpen(state);
  useEffect(() => {
    if (open) return countUnfinished(() => true);
    return undefined;
  }, [open]);

  const report = (key: string, outcome: Outcome<Receipt>) => {
    // Nobody is there to be notified: whoever comes back asks what became of it.
    if (leaving.current?.signal.aborted) return;
    if (outcome.kind !== 'lost') unfinished.forget(key);
    switch (outcome.kind) {
      case 'answered':
        return dispatch({ type: 'answered', receipt: outcome.receipt });
      case 'refused':
        dispatch({ type: 'refused', failure: outcome.failure });
        if (onRefused?.(outcome.failure)) dispatch({ type: 'closed' });
        return;
      case 'notDone':
        return dispatch({ type: 'notDone', freshKey: newIdempotencyKey() });
      // A page that is open for as long as answers are kept has shown what it was.
      case 'forgotten':
      case 'lost':
        return dispatch({ type: 'unreachable' });
    }
  };
  const check = async () => {
    if (state.step !== 'confirm') return;
    const { key } = state.action;
    dispatch({ type: 'lost' });
    report(key, await askOutcome<Receipt>(endpoint, key, leaving.current?.signal ?? AbortSignal.abort()));
  };
  return {
    state,
    left,
    review: (input: Input) => dispatch({ type: 'reviewed', input, freshKey: newIdempotencyKey() }),
    close: () => dispatch({ type: 'closed' }),
    again: () => dispatch({ type: 'continued' }),
    check,
    send: async (code?: string) => {
      if (state.step !== 'confirm' || open) return;
      const { key, input } = state.action;
      dispatch({ type: 'submitted' });
      left.dismiss();
      unfinished.remember(key);
      await whileRunning(key, async () => {
        const outcome = outcomeOf(await sendAction(endpoint, bodyOf(input), key, code, inject));
        if (outcome.kind === 'lost') await check();
        else report(key, outcome);
      });
    },
  };
}
