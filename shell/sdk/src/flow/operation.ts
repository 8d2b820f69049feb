import { memberContract } from '@trellis/api-contract';
import { type ApiFailure, failureOf, isProblem } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';
import { store } from '../store.ts';
import { type ActEndpoint, type CallResult, staleAfter } from './act.ts';

const { endpoints, util } = injectContract(memberContract, ['getOperation']);

/** What became of an act. */
export type Outcome<Receipt> =
  | { readonly kind: 'answered'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  /** The server knows nothing of the key. */
  | { readonly kind: 'notDone' }
  /** Sent, and no answer that can be trusted. */
  | { readonly kind: 'lost' };

/** The outcome that a call's own answer tells. */
export function outcomeOf<Receipt>(result: CallResult<Receipt>): Outcome<Receipt> {
  if (result.error === undefined) return { kind: 'answered', receipt: result.data };
  const failure = failureOf(result.error);
  if (failure.kind === 'network' || failure.problem.code === 'idempotency.in_flight') return { kind: 'lost' };
  return { kind: 'refused', failure };
}

/** Whether the same act may be sent again with its key. Any other refusal is kept with the key, or would only be repeated. */
export function mayRetry(failure: ApiFailure): boolean {
  if (failure.kind === 'network') return true;
  const { status } = failure.problem;
  return status >= 500 || status === 429;
}

/** Pauses before the questions, in milliseconds: about half a minute in all. */
const pauses = [700, 1_500, 3_000, 6_000, 9_000, 12_000] as const;

/**
 * Asks the server what became of a key until it knows. Never sends the act again. `lost` means that it could not be
 * found out for now.
 */
export async function askOutcome<Receipt>(
  endpoint: ActEndpoint,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<Receipt>> {
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (signal.aborted) break;
    const question = endpoints.getOperation.initiate({ key }, { forceRefetch: true, subscribe: false });
    const { data, error } = await store.dispatch(question);
    if (error !== undefined) {
      const failure = failureOf(error);
      if (failure.kind === 'problem' && failure.problem.status < 500) return { kind: 'refused', failure };
      continue;
    }
    if (data?.state === 'unknown') return { kind: 'notDone' };
    if (data?.state === 'done') return storedOutcome(endpoint, data.answer);
  }
  return { kind: 'lost' };
}

function storedOutcome<Receipt>(endpoint: ActEndpoint, answer: unknown): Outcome<Receipt> {
  if (isProblem(answer)) return { kind: 'refused', failure: { kind: 'problem', problem: answer } };
  // The lost call's answer did not reach the cache either: what it made stale is read anew now.
  store.dispatch(util.invalidateTags([...staleAfter(endpoint)]));
  // The server keeps the answer with the key: it is what this very call would have returned.
  return { kind: 'answered', receipt: answer as Receipt };
}
