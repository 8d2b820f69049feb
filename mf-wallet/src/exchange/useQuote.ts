import type { Input, Output } from '@trellis/api-contract';
import { useCountdown } from '@trellis/kit/form';
import type { CallError } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';
import { exchangeApi } from './api.ts';

export type Quote = Output<'createExchangeQuote'>;
export type Wanted = Input<'createExchangeQuote'>;

/** How it stands with the rate for what is wanted. */
export type QuoteState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'live'; readonly quote: Quote; readonly secondsLeft: number }
  /** It was good, and is no more: nothing takes its place until the member asks for it. */
  | { readonly kind: 'over'; readonly quote: Quote }
  | { readonly kind: 'refused'; readonly error: CallError };

interface Asked {
  readonly wanted: string;
  readonly quote?: Quote;
  /** By this page's clock, and a little early: counted from when it was asked for. */
  readonly until?: number;
  readonly error?: CallError;
}

/** Long enough for the next digit, short enough not to be waited for. */
const settleMs = 500;

/**
 * The quote for what is wanted: asked for once when the member has stopped typing, and again only by `ask`.
 * @param wanted `undefined` while it cannot be quoted
 */
export function useQuote(wanted: Wanted | undefined) {
  const [make] = exchangeApi.useCreateExchangeQuoteMutation();
  const [request, setRequest] = useState<Asked>();
  const name = JSON.stringify(wanted);
  const current = wanted !== undefined && request?.wanted === name ? request : undefined;
  const secondsLeft = useCountdown(current?.until);

  const ask = async (): Promise<void> => {
    if (wanted === undefined) return;
    const until = (seconds: number): number => began + seconds * 1_000;
    const began = Date.now();
    setRequest({ wanted: name });
    const { data, error } = await make(wanted);
    // What was asked for meanwhile is what counts.
    setRequest((latest) =>
      latest?.wanted === name
        ? { wanted: name, ...(data ? { quote: data, until: until(data.validSeconds) } : { error }) }
        : latest,
    );
  };
  const isNew = wanted !== undefined && current === undefined;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => void ask(), settleMs);
    return () => clearTimeout(timer);
  }, [name, isNew]);

  return {
    state: stateOf(current, secondsLeft),
    ask,
    /** The server knows better than this page's clock. */
    giveUp: () => setRequest((latest) => latest && { ...latest, until: 0 }),
  };
}

function stateOf(current: Asked | undefined, secondsLeft: number): QuoteState {
  if (current === undefined) return { kind: 'none' };
  const { quote, error } = current;
  if (error !== undefined) return { kind: 'refused', error };
  if (quote === undefined) return { kind: 'asking' };
  return secondsLeft > 0 ? { kind: 'live', quote, secondsLeft } : { kind: 'over', quote };
}
