import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { backgroundHeader, type Endpoint } from '@trellis/api-contract';
import { noteAnswer } from '../network/useOnline.ts';
import { noteRefusal, pageOf } from '../session/pageOf.ts';
import { type SessionState, selectSession, sessionProven } from '../session/session.ts';
import { noteSessionUse } from '../session/sessionUse.ts';
import { type ApiFailure, isProblem } from './failure.ts';
import { newIdempotencyKey } from './idempotency.ts';

/** A caller's values: path parameters, query and body in one object, and the key of an idempotent call. */
export type CallInput = Readonly<Record<string, unknown>>;

export interface Call {
  /** Of the audience's API. */
  readonly base: string;
  readonly endpoint: Endpoint;
  readonly input: CallInput;
  /** The server keeps what becomes of a change that comes with a key. */
  readonly kept?: boolean;
}

/** How long an answer may take before the call counts as lost. */
const answerTimeoutMs = 30_000;

/** Tags of what the page was just reported about, and until when what it then reads again counts as read by itself. */
const reported = new Map<string, number>();
const cacheMs = 2_000;

/**
 * What is now read again under these tags is read by the page itself: for sessions and logs nobody asked.
 * @returns to be called where that is over before a while has passed
 */
export function readsByItself(tags: readonly string[]): () => void {
  for (const tag of tags) reported.set(tag, Date.now() + cacheMs);
  return () => {
    for (const tag of tags) reported.delete(tag);
  };
}

const isReported = ({ method, tags = [] }: Endpoint): boolean =>
  method === 'GET' && tags.some((tag) => (reported.get(tag) ?? 0) > Date.now());

/** Sends one call of the contract. What the answer says of the session, the store is notified. */
export const contractBaseQuery: BaseQueryFn<Call, unknown, ApiFailure> = async (
  call,
  { signal, dispatch, getState, forced },
) => {
  const { url, init } = httpRequest(call);
  const { endpoint } = call;
  const session = () => selectSession(getState() as { readonly session: SessionState });
  const isChange = endpoint.method !== 'GET' && endpoint.auth !== 'public';
  const key = isChange && call.kept ? newIdempotencyKey() : undefined;
  init.headers = { ...init.headers, ...pageOf(session()), ...(key !== undefined && { 'idempotency-key': key }) };
  const byItself = forced === true && isReported(endpoint);
  if (byItself) init.headers = { ...init.headers, [backgroundHeader]: '1' };
  const sentAt = Date.now();
  let answered = false;
  try {
    const response = await fetch(url, { ...init, signal: endedByTime(signal, answerTimeoutMs) });
    answered = true;
    noteAnswer();
    if (!byItself) noteSessionUse(sentAt);
    const body: unknown = await response.json();
    if (response.ok) {
      if (endpoint.auth !== 'public' && !session().proven) dispatch(sessionProven());
      return { data: body };
    }
    // What broke while it was done may be done: where it can be asked, it is.
    if (isProblem(body) && !(key !== undefined && body.code === 'server.error')) {
      noteRefusal(body, dispatch);
      return { error: { kind: 'problem', problem: body } };
    }
  } catch {
    // No answer, or not the API's.
  }
  // What has a key of its own may be sent again with it.
  if (isChange && !endpoint.idempotent)
    return { error: { kind: 'network', why: 'lost', ...(key !== undefined && { key }) } };
  return { error: answered ? { kind: 'network', why: 'server' } : { kind: 'network' } };
};

/** A signal that ends with another one, or after a time: Safari before 17.4 and Chromium before 116 cannot join two. */
function endedByTime(signal: AbortSignal, milliseconds: number): AbortSignal {
  const both = new AbortController();
  const end = () => both.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  AbortSignal.timeout(milliseconds).addEventListener('abort', end);
  return both.signal;
}

/** The HTTP request of a call: `:name` parts from the input, the rest as query (GET, DELETE) or JSON body (POST). */
export function httpRequest({ base, endpoint, input }: Call): { url: string; init: RequestInit } {
  const { idempotencyKey, ...rest }: Record<string, unknown> = input;
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { accept: 'application/json' };
  // The API takes unsafe methods only with this type: a foreign page's form cannot send it.
  if (endpoint.method !== 'GET') headers['content-type'] = 'application/json';
  if (endpoint.idempotent && typeof idempotencyKey === 'string') headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
  if (endpoint.method === 'POST') init.body = JSON.stringify(rest);
  const query = endpoint.method === 'POST' ? '' : queryString(rest);
  // Absolute, because outside a browser `fetch` refuses a path.
  return { url: new URL(`${base}${path}${query}`, document.baseURI).href, init };
}

function queryString(values: CallInput): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}
