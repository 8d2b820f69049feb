import { randomUUID } from 'node:crypto';
import type { Problem } from '@trellis/api-contract';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly problem: Problem;
}

/** Calls the API as our own page would. */
export class Client {
  readonly #origin: string;
  #cookie: string | undefined;

  constructor(origin: string, cookie?: string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  get cookie(): string {
    return this.#cookie ?? '';
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), headers);
  }

  /** The same browser, after an answer that gave it other cookies. */
  after(answer: Answer): Client {
    const jar = new Map((this.#cookie ?? '').split('; ').map((pair) => [pair.split('=')[0], pair]));
    for (const line of answer.headers.getSetCookie()) {
      const pair = line.split(';')[0] ?? '';
      const [name = '', value] = pair.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, pair);
    }
    jar.delete('');
    return new Client(this.#origin, [...jar.values()].join('; '));
  }

  /** This browser goes on with the cookies of an answer: its token was renewed. */
  keep(answer: Answer): void {
    this.#cookie = this.after(answer).cookie;
  }

  /** A transfer with a key of its own unless one is given. */
  transfer(recipient: string, amount: string, key: string = newKey(), code?: string): Promise<Answer> {
    const order = { recipient, amount, unit: 'USD', ...(code !== undefined && { code }) };
    return this.post('/api/v1/transfers', order, { 'idempotency-key': key });
  }

  async send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const parsed: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed as Record<string, unknown>,
      problem: parsed as Problem,
    };
  }
}

export const newKey = (): string => randomUUID();
