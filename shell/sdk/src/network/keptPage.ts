import type { LoadedAnswer } from '@trellis/api-contract';
import { useSyncExternalStore } from 'react';

/** What the server answered once, and when it was read; by the device's clock, in milliseconds since 1970. */
export interface KeptAnswer extends LoadedAnswer {
  readonly at: number;
}

interface KeptData {
  readonly answers: readonly KeptAnswer[];
  /** Ends the log-in on this device: nothing of it can be shown any more. */
  readonly end: () => Promise<void>;
}

let kept: { readonly answers: ReadonlyMap<string, KeptAnswer>; readonly end: () => Promise<void> } | undefined;
let oldest: number | undefined;
const listeners = new Set<() => void>();

/** One name for an endpoint and what it was asked. */
export const answerKey = (endpoint: string, input: Readonly<Record<string, unknown>>): string =>
  `${endpoint} ${JSON.stringify(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )}`;

/** From now on this page was made without the server: nothing is sent, and what is shown comes from here alone. */
export function showKept({ answers, end }: KeptData): void {
  kept = { answers: new Map(answers.map((each) => [answerKey(each.endpoint, each.args), each])), end };
  for (const listener of listeners) listener();
}

/** Whether the page was made without the server. It is so until it is loaded again. */
export const isKeptPage = (): boolean => kept !== undefined;

/** What the server once answered to this. */
export function keptAnswer(endpoint: string, input: Readonly<Record<string, unknown>>): KeptAnswer | undefined {
  const answer = kept?.answers.get(answerKey(endpoint, input));
  if (answer && (oldest === undefined || answer.at < oldest)) {
    oldest = answer.at;
    // Whoever has asked is not drawn yet.
    setTimeout(() => {
      for (const listener of listeners) listener();
    });
  }
  return answer;
}

/** Ends the log-in on this device; the server hears of it with the next page that it makes. */
export const endKept = async (): Promise<void> => kept?.end();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Since when the oldest of what a page made without the server has shown stands; `undefined` of any other page. */
export const useKeptSince = (): number | undefined => useSyncExternalStore(subscribe, () => oldest);
