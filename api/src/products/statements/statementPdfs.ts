import { Worker } from 'node:worker_threads';
import type { Language } from '@trellis/api-contract';
import { busy } from '../../ground/errors.ts';
import { Admission } from '../../platform/http/admission.ts';
import type { StatementContent } from './statementPdf.ts';
import type { StatementDone, StatementJob } from './statementWorker.ts';

/** Drawn or waiting to be: each takes a second or two. */
const most = 12;
const mostOfOne = 2;
/** Whoever is one too many asks again when some are done. */
const refusal = () => busy(10);
const idleMs = 60_000;
/** So long none takes, behind all the others on a slow machine. */
const longestMs = 120_000;

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Draws statements in a thread of their own, so that nobody else waits for one. The thread begins with the first and ends
 * after a minute without any; it keeps no process alive.
 */
export class StatementPdfs {
  readonly #admission = new Admission({ most, mostOfOne, refusal });
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  /**
   * @param read what is in it; begun only when there is a place for it
   * @throws AppError server.busy while many are drawn, or some of this member's
   */
  async make(memberId: string, language: Language, read: () => Promise<StatementContent>): Promise<Uint8Array> {
    const leave = this.#admission.enter(memberId);
    try {
      return await this.#draw(await read(), language);
    } finally {
      leave();
    }
  }

  #draw(content: StatementContent, language: Language): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(worker, new Error('a statement took too long')), longestMs);
      this.#waiting.set(id, { resolve, reject, timer: timer.unref() });
      worker.postMessage({ id, content, language } satisfies StatementJob);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./statementWorker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (done: StatementDone) => {
      const waiting = this.#take(done.id);
      if ('pdf' in done) waiting?.resolve(done.pdf);
      else waiting?.reject(new Error(`a statement could not be drawn: ${done.fault}`));
      if (this.#waiting.size > 0) return;
      this.#idle = setTimeout(() => this.#end(worker, new Error('ended')), idleMs).unref();
    });
    worker.on('error', (error) => this.#end(worker, error instanceof Error ? error : new Error('a thread failed')));
    worker.on('exit', () => this.#end(worker, new Error('the thread of statements has ended')));
    return worker;
  }

  /** The next statement begins another. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
