import { countUnfinished } from '@trellis/kit';
import { useEffect, useReducer, useRef } from 'react';
import type { ApiFailure } from '../api/failure.ts';
import { newIdempotencyKey } from '../api/idempotency.ts';
import { type FlowEvent, type FlowState, isOpen, nextFlowState } from './flowState.ts';
import { type LeftActs, useLeftAct } from './leftAct.ts';
import { askOutcome, type CallResult, type Outcome, outcomeOf } from './operation.ts';

/** Sends an act with its key, and the member's code where one is asked for. A rejected promise would be a fault of the caller: calls answer with `error`. */
export type Submit<Input, Receipt> = (input: Input, key: string, code?: string) => Promise<CallResult<Receipt>>;

/**
 * Runs one flow: the state, and what the screen's buttons do. `onRefused` may take a refusal over (put it under a
 * field); the sheet then closes.
 */
export function useFlow<Input, Receipt>(
  submit: Submit<Input, Receipt>,
  onRefused: ((failure: ApiFailure) => boolean) | undefined,
  acts: LeftActs,
) {
  const [state, dispatch] = useReducer(
    (current: FlowState<Input, Receipt>, event: FlowEvent<Input, Receipt>) => nextFlowState(current, event),
    { step: 'input' },
  );
  const left = useLeftAct<Receipt>(acts, (receipt) => dispatch({ type: 'recovered', receipt }));
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

  const tell = (outcome: Outcome<Receipt>) => {
    if (outcome.kind !== 'lost') acts.forget();
    switch (outcome.kind) {
      case 'answered':
        return dispatch({ type: 'answered', receipt: outcome.receipt });
      case 'refused':
        dispatch({ type: 'refused', failure: outcome.failure });
        if (onRefused?.(outcome.failure)) dispatch({ type: 'closed' });
        return;
      case 'notDone':
        return dispatch({ type: 'notDone' });
      case 'lost':
        return dispatch({ type: 'unreachable' });
    }
  };
  const check = async () => {
    if (state.step !== 'confirm') return;
    dispatch({ type: 'lost' });
    tell(await askOutcome<Receipt>(state.act.key, leaving.current?.signal ?? AbortSignal.abort()));
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
      dispatch({ type: 'submitted' });
      left.dismiss();
      acts.remember(state.act.key);
      const outcome = outcomeOf(await submit(state.act.input, state.act.key, code));
      if (outcome.kind === 'lost') await check();
      else tell(outcome);
    },
  };
}
