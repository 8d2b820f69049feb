import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../api/src/testing/index.ts';
import type { Answered } from './evidence.ts';
import { nextOrder, type Order } from './orders.ts';
import { type Final, isKept, type Sender } from './sender.ts';

export const workers = 16;

/** Members at work: each sends an order until it is answered, then the next; now and then one asks again. */
export class Load {
  readonly #sender: Sender;
  readonly #orders: Random;
  readonly #pauseMs: number;
  readonly answered: Answered[] = [];
  readonly faults: string[] = [];
  #ending = false;
  #repeats = 0;

  /** @param pauseMs how long each rests between two orders */
  constructor(sender: Sender, orders: Random, pauseMs = 0) {
    this.#sender = sender;
    this.#orders = orders;
    this.#pauseMs = pauseMs;
  }

  async work(): Promise<void> {
    await this.#inParallel(async () => {
      while (!this.#ending) {
        const order = nextOrder(this.#orders);
        const final = await this.#sender.send(order);
        this.answered.push({ order, final });
        if (this.answered.length % 10 === 0) await this.#repeat(order, final);
        if (this.#pauseMs > 0) await delay(this.#pauseMs);
      }
    });
  }

  end(): void {
    this.#ending = true;
  }

  /** Sends every key once more: each must answer as it did. */
  async askAgain(): Promise<void> {
    const waiting = this.answered.values();
    await this.#inParallel(async () => {
      for (const { order, final } of waiting) await this.#repeat(order, final);
    });
  }

  async #repeat(order: Order, final: Final): Promise<void> {
    if (!isKept(final)) return;
    const again = await this.#sender.send(order);
    this.#repeats += 1;
    if (again.status !== final.status || again.text !== final.text || !again.replayed)
      this.faults.push(
        `${order.key} answered ${final.status} ${final.text}, and later ${again.replayed ? '' : 'again '}${again.status} ${again.text}`,
      );
  }

  figures(): Record<string, number> {
    const finals = this.answered.map(({ final }) => final);
    return {
      operations: finals.length,
      acknowledged: finals.filter(({ status }) => status === 201).length,
      refused: finals.filter(({ status }) => status !== 201).length,
      retries: finals.reduce((sum, { retries }) => sum + retries, 0),
      replays: finals.filter(({ replayed }) => replayed).length + this.#repeats,
      // The connection broke, and the same key informed that it had been done all the same.
      doneUnknown: finals.filter(({ unknown, replayed }) => unknown && replayed).length,
    };
  }

  /** One who gets no answer at all is a fault to be reported at the end, and no reason to leave the others alone. */
  async #inParallel(work: () => Promise<void>): Promise<void> {
    const ended = await Promise.allSettled(Array.from({ length: workers }, work));
    for (const end of ended) if (end.status === 'rejected') this.faults.push(String(end.reason));
  }
}
