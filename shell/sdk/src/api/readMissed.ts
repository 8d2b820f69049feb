import { followReached } from '../network/missed.ts';
import { store } from '../store.ts';
import { api } from './api.ts';
import { nameTag, readsByItself } from './baseQuery.ts';
import type { CallError } from './failure.ts';

interface Reading {
  readonly status: string;
  readonly error?: CallError;
  readonly endpointName?: string;
  readonly originalArgs?: unknown;
}

interface Initiate {
  readonly initiate: (args: unknown, options: object) => Parameters<typeof store.dispatch>[0];
}

/**
 * Reads again what a screen shows to be missing for want of an answer, or showed within the last minute, as soon as there is
 * one. What was refused stays: nobody answers that otherwise. No session lives longer by it: nobody asked.
 */
export function readMissedAgain(): void {
  followReached(() => {
    const { queries } = store.getState().api;
    for (const { status, error, endpointName = '', originalArgs } of Object.values(queries) as Reading[]) {
      const isMissed = status === 'rejected' && error !== undefined && 'kind' in error && error.kind === 'network';
      const endpoint = (api.endpoints as Readonly<Record<string, Initiate | undefined>>)[endpointName];
      if (!isMissed || !endpoint) continue;
      readsByItself([nameTag(endpointName)]);
      store.dispatch(endpoint.initiate(originalArgs, { forceRefetch: true, subscribe: false }));
    }
  });
}
