import type { ApiFailure } from '../api/failure.ts';

/** What is known of an act whose sheet is open. */
export type ConfirmPhase =
  /** Not sent yet, or refused: `failure` says why. */
  | 'ready'
  | 'submitting'
  /** The answer was lost: the result is being asked for by key. */
  | 'checking'
  /** The result could not be asked for either. */
  | 'unreachable'
  /** Nothing was done, nor will be: the key was closed by asking for it. */
  | 'notDone';

/** An act that the member has decided on: what, and the key that makes it happen once at most. */
interface Action<Input> {
  readonly input: Input;
  readonly key: string;
}

export type FlowState<Input, Receipt> =
  | { readonly step: 'input' }
  | {
      readonly step: 'confirm';
      readonly action: Action<Input>;
      readonly phase: ConfirmPhase;
      readonly failure?: ApiFailure;
    }
  | { readonly step: 'success'; readonly receipt: Receipt };

export type FlowEvent<Input, Receipt> =
  | { readonly type: 'reviewed'; readonly input: Input; readonly freshKey: string }
  | { readonly type: 'closed' }
  | { readonly type: 'submitted' }
  | { readonly type: 'answered'; readonly receipt: Receipt }
  | { readonly type: 'refused'; readonly failure: ApiFailure }
  | { readonly type: 'lost' }
  | { readonly type: 'unreachable' }
  | { readonly type: 'notDone'; readonly freshKey: string }
  | { readonly type: 'continued' }
  /** An act that an earlier page left behind was done. */
  | { readonly type: 'recovered'; readonly receipt: Receipt };

/** While one of these holds, the result is open, and the sheet stays. */
const openPhases: readonly ConfirmPhase[] = ['submitting', 'checking', 'unreachable'];
export const isOpen = <Input, Receipt>(state: FlowState<Input, Receipt>): boolean =>
  state.step === 'confirm' && openPhases.includes(state.phase);

/**
 * The flow input → confirm information → success → continue, as a pure step. The key is made when the sheet opens and
 * kept for every retry, until it turns out that nothing was done under it: then it is closed, and what is sent is another
 * act. Events that do not fit the state change nothing.
 */
export function nextFlowState<Input, Receipt>(
  state: FlowState<Input, Receipt>,
  event: FlowEvent<Input, Receipt>,
): FlowState<Input, Receipt> {
  if (event.type === 'continued') return { step: 'input' };
  if (state.step === 'success') return state;
  if (state.step === 'input') {
    if (event.type === 'recovered') return { step: 'success', receipt: event.receipt };
    if (event.type !== 'reviewed') return state;
    return { step: 'confirm', phase: 'ready', action: { input: event.input, key: event.freshKey } };
  }
  const { action } = state;
  switch (event.type) {
    case 'closed':
      return isOpen(state) ? state : { step: 'input' };
    case 'submitted':
      return { step: 'confirm', action, phase: 'submitting' };
    case 'answered':
      return { step: 'success', receipt: event.receipt };
    case 'refused':
      return { step: 'confirm', action, phase: 'ready', failure: event.failure };
    case 'lost':
      return { step: 'confirm', action, phase: 'checking' };
    case 'unreachable':
      return { step: 'confirm', action, phase: 'unreachable' };
    case 'notDone':
      return { step: 'confirm', action: { ...action, key: event.freshKey }, phase: 'notDone' };
    case 'reviewed':
    case 'recovered':
      return state;
  }
}
