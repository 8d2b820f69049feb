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

const mostTries = 2_000;

/** Sends orders as a client should: the same key again until there is an answer to keep. */
export class Sender {
  readonly #origin: string;
  readonly #cookies: ReadonlyMap<string, string>;
  readonly #random: Random;
  /** Answers that no member should ever get, with how often they came. */
  readonly unexpected = new Map<string, number>();

  constructor(origin: string, cookies: ReadonlyMap<string, string>, random: Random) {
    this.#origin = origin;
    this.#cookies = cookies;
    this.#random = random;
  }

  /** @throws Error if it gets no answer to keep */
  async send(order: Order): Promise<Final> {
    let unknown = false;
    for (let retries = 0; retries < mostTries; retries += 1) {
      const answer = await this.#try(order).catch(() => undefined);
      if (answer === undefined) unknown = true;
      else if (this.#isFinal(answer)) {
        const replayed = answer.headers['idempotency-replayed'] === 'true';
        return { status: answer.status, text: answer.text, replayed, retries, unknown };
      }
      await delay(10 + this.#random.below(50));
    }
    throw new Error(`no answer to keep for ${order.key}`);
  }

  #try({ key, from, path, body }: Order): Promise<RawAnswer> {
    return rawRequest(this.#origin, {
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'idempotency-key': key,
        cookie: this.#cookies.get(from) ?? '',
        // The proxy decides once for each connection.
        connection: 'close',
      },
      body: JSON.stringify(body),
    });
  }

  #isFinal({ status, text }: RawAnswer): boolean {
    if (status === 201) return true;
    const { code } = JSON.parse(text) as Problem;
    const entry = errorCatalogue[code];
    if ('stored' in entry && entry.stored) return true;
    if (code !== 'idempotency.in_flight' && code !== 'server.busy') {
      const name = `${status} ${code}`;
      this.unexpected.set(name, (this.unexpected.get(name) ?? 0) + 1);
    }
    return false;
  }
}
