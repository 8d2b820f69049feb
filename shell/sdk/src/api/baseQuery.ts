import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { backgroundHeader, type Endpoint } from '@trellis/api-contract';
import { isKeptPage, keptAnswer } from '../network/keptPage.ts';
import { noteMissed, noteReached } from '../network/missed.ts';
import { noteAnswer } from '../network/useOnline.ts';
import { noteRefusal, pageOf } from '../session/pageOf.ts';
import { type SessionState, selectSession, sessionProven } from '../session/session.ts';
import { noteSessionUse } from '../session/sessionUse.ts';
import { type Caller, send } from './callers.ts';
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
  /** In the name of the release by which its endpoint came to the client. */
  readonly caller?: Caller;
}

/** As they are before the code of any feature runs: none makes another address of what a release calls. */
const { encodeURIComponent: encoded, String: text } = globalThis;

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

const isReported = ({ method, tags = [] }: Endpoint, name: string): boolean =>
  method === 'GET' && [...tags, nameTag(name)].some((tag) => (reported.get(tag) ?? 0) > Date.now());

/** What `readsByItself` takes for all that one endpoint reads. */
export const nameTag = (name: string): string => `endpoint ${name}`;

/**
 * Sends one call of the contract, and notifies the store of what the answer says of the session. On a page that was made without the
 * server nothing is sent, and what is kept is the answer.
 */
export const contractBaseQuery: BaseQueryFn<Call, unknown, ApiFailure> = async (
  call,
  { signal, dispatch, getState, forced, endpoint: name },
) => {
  if (isKeptPage()) {
    const kept = keptAnswer(name, call.input);
    return kept ? { data: kept.data } : { error: { kind: 'network' } };
  }
  const { url, init } = httpRequest(call);
  const { endpoint } = call;
  const session = () => selectSession(getState() as { readonly session: SessionState });
  const isChange = endpoint.method !== 'GET' && endpoint.auth !== 'public';
  const key = isChange && call.kept ? newIdempotencyKey() : undefined;
  init.headers = { ...init.headers, ...pageOf(session()), ...(key !== undefined && { 'idempotency-key': key }) };
  const byItself = forced === true && isReported(endpoint, name);
  if (byItself) init.headers = { ...init.headers, [backgroundHeader]: '1' };
  const sentAt = Date.now();
  let answered = false;
  try {
    const response = await send(url, { ...init, signal: endedByTime(signal, answerTimeoutMs) }, call.caller);
    answered = true;
    noteAnswer();
    if (!byItself) noteSessionUse(sentAt);
    const body: unknown = await response.json();
    if (response.ok) {
      if (endpoint.auth !== 'public' && !session().proven) dispatch(sessionProven());
      noteReached();
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
  if (endpoint.method === 'GET' && !signal.aborted) noteMissed();
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
  let url = base;
  for (let at = 0; at < endpoint.path.length; ) {
    if (endpoint.path[at] !== ':') {
      url += endpoint.path[at];
      at += 1;
      continue;
    }
    let name = '';
    for (at += 1; at < endpoint.path.length && endpoint.path[at] !== '/'; at += 1) name += endpoint.path[at];
    url += encoded(text(rest[name]));
    delete rest[name];
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  // The API takes unsafe methods only with this type: a foreign page's form cannot send it.
  if (endpoint.method !== 'GET') headers['content-type'] = 'application/json';
  if (endpoint.idempotent && typeof idempotencyKey === 'string') headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
  if (endpoint.method === 'POST') init.body = JSON.stringify(rest);
  else url += queryString(rest);
  return { url, init };
}

function queryString(values: CallInput): string {
  let query = '';
  for (const name in values)
    if (values[name] !== undefined)
      query += `${query === '' ? '?' : '&'}${encoded(name)}=${encoded(text(values[name]))}`;
  return query;
}
