import { setTimeout as delay } from 'node:timers/promises';
import { errorCatalogue, type Problem } from '@trellis/api-contract';
import { type Random, type RawAnswer, rawRequest } from '../../api/src/testing/index.ts';
import type { Order } from './orders.ts';

/** An answer that is kept: the money was sent, or it was refused for good. */
export interface Final {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
  /** How often it was sent again before this answer came. */
  readonly retries: number;
  /** A connection broke under it at least once: nobody knew whether it was done. */
  readonly unknown: boolean;
}

/** What is sent without a key of its own. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly from: string;
  readonly body?: object | undefined;
}

export interface SenderOptions {
  /** Refusals, by their code, that nobody keeps and that are an answer all the same. */
  readonly refusals?: RegExp;
  /** Answers, as `<status> <code>`, that may come while something is known to be broken. */
  readonly isExcused?: (answer: string) => boolean;
  /** How long it waits before it sends again: so long, and up to five times as long. */
  readonly pauseMs?: number;
}

const mostTries = 2_000;
const notNow = ['idempotency.in_flight', 'server.busy'];

/** Sends orders as a client should: the same key again until there is an answer to keep. */
export class Sender {
  readonly #origin: string;
  readonly #cookies: ReadonlyMap<string, string>;
  readonly #random: Random;
  readonly #options: SenderOptions;
  /** Answers that no member should ever get, with how often they came. */
  readonly unexpected = new Map<string, number>();

  constructor(origin: string, cookies: ReadonlyMap<string, string>, random: Random, options: SenderOptions = {}) {
    this.#origin = origin;
    this.#cookies = cookies;
    this.#random = random;
    this.#options = options;
  }

  /** @throws Error if it gets no answer to keep */
  send({ key, from, path, body }: Order): Promise<Final> {
    return this.#insist({ method: 'POST', path, from, body }, { 'idempotency-key': key });
  }

  /** What is only read, or can be done twice without harm. @throws Error if it gets no answer */
  ask(call: Call): Promise<Final> {
    return this.#insist(call, {});
  }

  async #insist(call: Call, headers: Readonly<Record<string, string>>): Promise<Final> {
    const { pauseMs = 10 } = this.#options;
    let unknown = false;
    for (let retries = 0; retries < mostTries; retries += 1) {
      const answer = await this.#try(call, headers).catch(() => undefined);
      if (answer === undefined) unknown = true;
      else if (this.#isFinal(answer)) {
        const replayed = answer.headers['idempotency-replayed'] === 'true';
        return { status: answer.status, text: answer.text, replayed, retries, unknown };
      }
      await delay(pauseMs + this.#random.below(5 * pauseMs));
    }
    throw new Error(`no answer to keep for ${call.path} of ${call.from} (${headers['idempotency-key'] ?? 'no key'})`);
  }

  #try({ method, from, path, body }: Call, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
    return rawRequest(this.#origin, {
      method,
      path,
      headers: {
        ...headers,
        'sec-fetch-site': 'same-origin',
        cookie: this.#cookies.get(from) ?? '',
        // The proxy decides once for each connection.
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  #isFinal({ status, text }: RawAnswer): boolean {
    if (status < 300) return true;
    const { code } = JSON.parse(text) as Problem;
    if (isStored(code) || this.#options.refusals?.test(code)) return true;
    const name = `${status} ${code}`;
    if (!notNow.includes(code) && !this.#options.isExcused?.(name))
      this.unexpected.set(name, (this.unexpected.get(name) ?? 0) + 1);
    return false;
  }
}

/** Whether this answer stands for its key: it is given again for ever. */
export const isKept = ({ status, text }: Final): boolean =>
  status < 300 || isStored((JSON.parse(text) as Problem).code);

function isStored(code: Problem['code']): boolean {
  const entry = errorCatalogue[code];
  return entry !== undefined && 'stored' in entry && entry.stored;
}
