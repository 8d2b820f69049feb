import { type AudienceContract, type Endpoint, memberContract, type Output, type Problem } from '@trellis/api-contract';
import { type ApiFailure, failureOf, isProblem } from '../api/failure.ts';
import { type Inject, injectContract } from '../api/injectContract.ts';
import { store } from '../store.ts';
import { type ActionEndpoint, type CallResult, staleAfter } from './actionCall.ts';

/** What became of an act. */
export type Outcome<Receipt> =
  | { readonly kind: 'answered'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  /** Nothing was done, nor will be. */
  | { readonly kind: 'notDone' }
  /** It was done, so long ago that the server does not keep its answer. */
  | { readonly kind: 'forgotten' }
  /** Sent, and no answer that can be trusted. */
  | { readonly kind: 'lost' };

/** The outcome that a call's own answer says. */
export function outcomeOf<Receipt>(result: CallResult<Receipt>): Outcome<Receipt> {
  if (result.error === undefined) return { kind: 'answered', receipt: result.data };
  const failure = failureOf(result.error);
  // What broke on the way may have been done.
  if (failure.kind === 'network' || isOpenEnd(failure.problem)) return { kind: 'lost' };
  return { kind: 'refused', failure };
}

const isOpenEnd = ({ code }: Problem): boolean => code === 'idempotency.in_flight' || code === 'server.error';

/** Whether the same act may be sent again with its key. Any other refusal is kept with the key, or would only be repeated. */
export function mayRetry(failure: ApiFailure): boolean {
  if (failure.kind === 'network') return true;
  const { status } = failure.problem;
  return status >= 500 || status === 429;
}

/** Pauses before the questions, in milliseconds: about half a minute in all. */
const pauses = [700, 1_500, 3_000, 6_000, 9_000, 12_000] as const;

/**
 * Asks the server what became of a key until it knows; asking decides it. Never sends the act again. `lost` means that it
 * could not be found out for now.
 */
export async function askOutcome<Receipt>(
  endpoint: ActionEndpoint,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<Receipt>> {
  const reported = await askKey(memberContract, key, signal);
  if (reported?.state !== 'done') return reported ? { kind: outcomes[reported.state] } : { kind: 'lost' };
  return storedOutcome(endpoint, reported.answer);
}

/** The same of a change that a contract's server keeps: of its answer no more than a refusal is kept. */
export async function askKept(contract: WithOperation, key: string, inject: Inject): Promise<Outcome<null>> {
  const reported = await askKey(contract, key, new AbortController().signal, inject);
  if (reported?.state !== 'done') return reported ? { kind: outcomes[reported.state] } : { kind: 'lost' };
  return isProblem(reported.answer)
    ? { kind: 'refused', failure: { kind: 'problem', problem: reported.answer } }
    : { kind: 'answered', receipt: null };
}

/** What `askKept` needs of a contract. */
export type WithOperation = AudienceContract & { readonly endpoints: { readonly getOperation: Endpoint } };

const isFinal: readonly string[] = ['unknown', 'done', 'forgotten'];
const outcomes = { unknown: 'notDone', forgotten: 'forgotten', in_flight: 'lost' } as const;

/** @returns `undefined` where it could not be asked */
async function askKey(
  contract: WithOperation,
  key: string,
  signal: AbortSignal,
  inject = injectContract,
): Promise<Output<'getOperation'> | undefined> {
  // Of all contracts the same endpoint: the types know it by the members'.
  const { endpoints } = inject(contract as unknown as typeof memberContract, ['getOperation']);
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (signal.aborted) return undefined;
    const question = endpoints.getOperation.initiate({ key }, { forceRefetch: true, subscribe: false });
    const { data, error } = await store.dispatch(question);
    // A server of another version may know more of them.
    if (data && isFinal.includes(data.state)) return data;
    const failure = error && failureOf(error);
    // Nobody may ask any more: what was done is still unknown.
    if (failure?.kind === 'problem' && [401, 409].includes(failure.problem.status)) return undefined;
  }
  return undefined;
}

function storedOutcome<Receipt>(endpoint: ActionEndpoint, answer: unknown): Outcome<Receipt> {
  if (isProblem(answer)) return { kind: 'refused', failure: { kind: 'problem', problem: answer } };
  // The lost call's answer did not reach the cache either: what it made stale is read again now.
  const { util } = injectContract(memberContract, []);
  store.dispatch(util.invalidateTags([...staleAfter(endpoint)]));
  // The server keeps the answer with the key: it is what this very call would have returned.
  return { kind: 'answered', receipt: answer as Receipt };
}
