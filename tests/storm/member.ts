import type { Problem } from '@trellis/api-contract';
import { type Answer, Client, newKey } from '../../api/src/testing/index.ts';
import type { Sender } from '../kill/sender.ts';

/** A member's client that asks again until there is an answer: what `load` lets a member do, it does in a storm as well. */
export class StormClient extends Client {
  readonly #sender: Sender;
  readonly #username: string;

  constructor(origin: string, sender: Sender, username: string) {
    super(origin);
    this.#sender = sender;
    this.#username = username;
  }

  override async send(
    method: string,
    path: string,
    text: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = text === undefined ? undefined : (JSON.parse(String(text)) as object);
    const from = this.#username;
    const { 'idempotency-key': key = path.endsWith('/cancellation') ? newKey() : undefined } = headers;
    const final =
      key === undefined
        ? await this.#sender.ask({ method, path, from, body })
        : await this.#sender.send({ key, path, from, body: body ?? {} });
    const parsed = JSON.parse(final.text || '{}') as Record<string, unknown>;
    const { status } = final;
    return { status, headers: new Headers(), text: final.text, body: parsed, problem: parsed as unknown as Problem };
  }
}
