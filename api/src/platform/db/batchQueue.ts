import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, trace } from '@opentelemetry/api';
import { busy } from '../../ground/errors.ts';

export interface BatchQueueOptions {
  /** How many batches may be under way at once. */
  readonly lanes: number;
  readonly maximumBatch: number;
  /** How many may wait; beyond it the next is turned away. */
  readonly maximumQueued: number;
  /** How many other processes send the same to the same database. */
  readonly others?: () => number;
}

/**
 * What several processes send apart costs Postgres far more than what one sends together: so who is not alone has one lane,
 * for the others are lanes too, and begins it so much later.
 */
const collectMs = 4;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Of the trace that it belongs to. */
  readonly origin: Context;
}

/**
 * One database call for many callers: what arrives while every lane is busy goes together into the next call. There
 * is no timer in the only process, so nothing waits while a lane is free, and the busier it gets the larger the batches.
 */
export class BatchQueue<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #options: BatchQueueOptions;
  /** Batches run outside of what started them: one caller's transaction is no business of the others. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #queue: Waiting<Item, Result>[] = [];
  #busyLanes = 0;
  #starting = false;
  #closing: (() => void) | undefined;

  /** @param run answers each item at its place, or throws for all of them */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>, options: BatchQueueOptions) {
    this.#run = run;
    this.#options = options;
  }

  /** @throws AppError server.busy if too many wait or the queue is closing; whatever `run` throws */
  submit(item: Item): Promise<Result> {
    if (this.#closing || this.#queue.length >= this.#options.maximumQueued) return Promise.reject(busy(1));
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject, origin: context.active() });
      this.#start();
    });
  }

  /** Takes nothing more, and waits for what was taken. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#closing = resolve;
      this.#endIfDone();
    });
  }

  /** After the sockets of this turn were read, so that what arrived together goes together. */
  #start(): void {
    const { lanes, others } = this.#options;
    const isAlone = !others || others() === 0;
    if (this.#starting || this.#busyLanes >= (isAlone ? lanes : 1)) return;
    this.#starting = true;
    const begin = () => {
      this.#starting = false;
      void this.#work();
    };
    this.#outside(() => (isAlone ? setImmediate(begin) : setTimeout(begin, collectMs)));
  }

  async #work(): Promise<void> {
    this.#busyLanes += 1;
    while (this.#queue.length > 0) await this.#answer(this.#queue.splice(0, this.#options.maximumBatch));
    this.#busyLanes -= 1;
    this.#endIfDone();
  }

  async #answer(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    // What is left over is worth a lane of its own.
    if (this.#queue.length > 0) this.#start();
    try {
      const results = await traced(batch, () => this.#run(batch.map(({ item }) => item)));
      if (results.length !== batch.length) throw new Error(`${batch.length} items got ${results.length} answers`);
      batch.forEach(({ resolve }, place) => {
        resolve(results[place] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #endIfDone(): void {
    if (this.#busyLanes === 0 && this.#queue.length === 0) this.#closing?.();
  }
}

/** A batch is a part of the first caller's trace, and the others' lead to it. Where nothing is traced it is nothing. */
function traced<T>(batch: readonly Pick<Waiting<unknown, unknown>, 'origin'>[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = batch.flatMap(({ origin }) => {
    const span = trace.getSpan(origin);
    return span?.isRecording() ? [{ origin, context: span.spanContext() }] : [];
  });
  if (!first) return work();
  return trace.getTracer('trellis').startActiveSpan('batch', { links: others }, first.origin, async (span) => {
    try {
      return await work();
    } finally {
      span.end();
    }
  });
}
