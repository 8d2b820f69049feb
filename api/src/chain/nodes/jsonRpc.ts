import { setTimeout as delay } from 'node:timers/promises';
import { ChainFault, kindOfError, kindOfStatus } from './chainFault.ts';

export interface NodeAddress {
  /** Where the node answers; may hold a key, so it is never logged. */
  readonly url: string;
  /** Sent as TRON-PRO-API-KEY, for TronGrid. */
  readonly apiKey?: string | undefined;
}

export interface JsonRpcOptions extends NodeAddress {
  readonly stopping?: AbortSignal;
}

const timeoutMs = 15_000;
const maximumTries = 5;
const firstPauseMs = 50;
const longestPauseMs = 5_000;
/** Two thousand blocks of a busy token; more is asked for in smaller pieces. */
const maximumBytes = 32 * 1024 * 1024;
const longestMessage = 200;

/** Calls of one node by JSON-RPC over HTTP, each tried again while that may help. */
export class JsonRpc {
  readonly #options: JsonRpcOptions;
  readonly #secrets: readonly string[];
  #lastId = 0;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
    this.#secrets = secretsOf(options);
  }

  /** @returns the call's `result`, whatever it is. @throws ChainFault */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(method, params);
      } catch (error) {
        const fault = error instanceof ChainFault ? error : unreachable(method, error);
        const again = fault.kind === 'transient' || fault.kind === 'rate';
        if (!again || attempt >= maximumTries || this.#options.stopping?.aborted) throw fault;
        await this.#pause(attempt);
      }
    }
  }

  async #once(method: string, params: readonly unknown[]): Promise<unknown> {
    const { url, apiKey, stopping } = this.#options;
    this.#lastId += 1;
    const id = this.#lastId;
    const deadline = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }) },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: stopping ? AbortSignal.any([deadline, stopping]) : deadline,
    });
    const text = await readBody(method, response);
    const answer = parse(text);
    if (answer?.error) {
      const { code, message } = answer.error;
      throw new ChainFault(kindOfError(code, message), `${method}: ${code} ${this.#withoutSecrets(message)}`);
    }
    if (!response.ok) throw new ChainFault(kindOfStatus(response.status), `${method}: status ${response.status}`);
    if (answer?.id !== id || !('result' in answer)) throw new ChainFault('transient', `${method}: no JSON-RPC answer`);
    return answer.result;
  }

  async #pause(attempt: number): Promise<void> {
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
    const { stopping } = this.#options;
    await delay(longest * (0.5 + Math.random() / 2), undefined, stopping ? { signal: stopping } : {}).catch(
      () => undefined,
    );
  }

  #withoutSecrets(message: string): string {
    let text = message.replaceAll(/https?:\/\/\S+/g, '…');
    for (const secret of this.#secrets) text = text.replaceAll(secret, '…');
    return text.slice(0, longestMessage);
  }
}

/** What of an address could be a key: user and password, the parts of its path, the values of its query. */
function secretsOf({ url, apiKey }: NodeAddress): string[] {
  const { username, password, pathname, searchParams } = new URL(url);
  return [apiKey ?? '', username, password, ...pathname.split('/'), ...searchParams.values()].filter(
    (part) => part.length >= 8,
  );
}

/** Only the system's code: the text of a failed fetch may hold the address. By form, for errors come from many realms. */
function unreachable(method: string, error: unknown): ChainFault {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } };
  return new ChainFault('transient', `${method}: ${cause?.code ?? name ?? 'failed'}`);
}

async function readBody(method: string, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maximumBytes)
      throw new ChainFault('range', `${method}: the answer is longer than ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** `undefined`: not an answer of JSON-RPC. */
function parse(text: string): RpcAnswer | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const answer = parsed as Record<string, unknown>;
  const error = answer.error as Record<string, unknown> | null | undefined;
  if (typeof error !== 'object' || error === null) {
    const { error: _none, ...rest } = answer;
    return rest;
  }
  return { id: answer.id, error: { code: Number(error.code ?? 0), message: String(error.message ?? '') } };
}
