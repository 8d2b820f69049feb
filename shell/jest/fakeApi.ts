import { jest } from '@jest/globals';

/** A call that the page made: method, path below `/api/v1`, key, and body. */
export interface Seen {
  readonly call: string;
  readonly key: string | null;
  readonly body: unknown;
}
/** What the API says: an answer, a refusal by its code, or nothing that arrives. */
export type Said = { readonly status: number; readonly body: unknown } | 'lost';

export const answer = (body: unknown): Said => ({ status: 200, body });
export const refusal = (code: string, status = 422, more: object = {}): Said => ({
  status,
  body: { type: 'about:blank', title: code, status, code, requestId: 'r1', ...more },
});

/**
 * The API behind `fetch`, answer by answer: the first that was queued for a call, else what stands for it.
 * @param standing by call, such as `GET /security`; `/operations/*` stands for every key
 */
export function fakeApi(standing: Readonly<Record<string, Said>>) {
  const seen: Seen[] = [];
  const queued = new Map<string, Said[]>();
  const said = (call: string): Said => {
    const general = call.replace(/(\/operations\/).*/, '$1*');
    return queued.get(general)?.shift() ?? standing[general] ?? refusal('server.error', 500);
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(address)).pathname.replace('/api/v1', '')}`;
    const key = new Headers(init?.headers).get('idempotency-key');
    seen.push({ call, key, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const now = said(call);
    if (now === 'lost') throw new TypeError('the connection broke');
    // Not a real one: its body would need turns of the event loop that fake timers do not give.
    return { ok: now.status < 400, status: now.status, json: async () => now.body } as Response;
  });
  return {
    seen,
    calls: (call: string): Seen[] => seen.filter((each) => each.call.startsWith(call)),
    queue: (call: string, ...answers: readonly Said[]) => queued.set(call, [...answers]),
  };
}
