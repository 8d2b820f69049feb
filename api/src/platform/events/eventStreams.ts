import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { tooManyAttempts } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { Admission } from '../http/admission.ts';
import { networksOf } from '../http/origin.ts';
import { failureCode } from '../jobs/failureCode.ts';

/** An open page that wants to know. */
export interface OpenPage<Who> {
  readonly who: Who;
  /**
   * Sends an event, unless the page was shown the same before.
   * @param data what JSON is made of, or its text: that is read only when it is another one
   */
  send(data: object | string, event: string): void;
  end(): void;
}

export interface EventStreamParts<Who> {
  /** What these streams send, for the log. */
  readonly name: string;
  /** Pages of one name share a limit. */
  readonly nameOf: (who: Who) => string;
  /** The address that a request came from. */
  readonly addressOf: (context: Context) => string;
  /** Reads what each of these pages has to know now: one that opens, or many of them, whose turn it is. */
  readonly report: (pages: readonly OpenPage<Who>[]) => Promise<void>;
  readonly log: Log;
}

/** How often each page is looked at, while that costs little. */
const lookMs = 1_000;
/** So many pages are looked at in one go: what is asked for them is never a question that takes long. */
const mostOfOneLook = 1_000;
/** Looking takes a tenth of the time at most: the more pages there are, or the busier the machine, the rarer each is looked at. */
const restAfterLook = 9;
/** However long it took. */
const longestRestMs = 15_000;
/** Shorter than the shortest timeout of common proxies. */
const heartbeatMs = 25_000;
const mostPages = 20_000;
/** Tabs and devices of one member. */
const mostOfOne = 20;
/** Many members stand behind one network. */
const mostOfOneNetwork = 1_000;
const refusal = () => tooManyAttempts(30);

/** Streams of server-sent events to open pages. While there are any, it looks what is new, of some after the others. */
export class EventStreams<Who> {
  readonly #parts: EventStreamParts<Who>;
  readonly #pages = new Set<Page<Who>>();
  readonly #names = new Admission({ most: mostPages, mostOfOne, refusal });
  readonly #networks = new Admission({ most: mostPages, mostOfOne: mostOfOneNetwork, refusal });
  /** Those that are still to be looked at in this round. */
  #turn: Page<Who>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #beatAt = performance.now();

  constructor(parts: EventStreamParts<Who>) {
    this.#parts = parts;
  }

  /** Answers with a stream, which begins with what is known now. @throws AppError auth.too_many_attempts */
  async open(context: Context, who: Who): Promise<void> {
    const { nameOf, addressOf, report } = this.#parts;
    const page = new Page(who);
    // Its place is taken before anything is waited for: many that open at once are counted, too.
    const name = nameOf(who);
    const leaveNetwork = this.#networks.enter(networksOf(addressOf(context)));
    page.stream.once('close', leaveNetwork);
    try {
      page.stream.once('close', this.#names.enter(name));
    } catch (error) {
      page.stream.destroy();
      throw error;
    }
    // Proxies would otherwise gather what is meant to arrive at once.
    context.set('X-Accel-Buffering', 'no');
    context.type = 'text/event-stream';
    context.body = page.stream;
    try {
      await report([page]);
    } catch (error) {
      page.stream.destroy();
      throw error;
    }
    if (!page.stream.destroyed) this.#add(page);
  }

  /** Ends every stream; the pages come back when there is somebody to answer. */
  close(): void {
    this.#stop();
    for (const page of this.#pages) page.end();
    this.#pages.clear();
  }

  #add(page: Page<Who>): void {
    this.#pages.add(page);
    page.stream.once('close', () => {
      this.#pages.delete(page);
      if (this.#pages.size === 0) this.#stop();
    });
    if (this.#timer === undefined) this.#lookIn(lookMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** A slow look is not overtaken by the next. */
  #lookIn(milliseconds: number): void {
    const timer = setTimeout(async () => {
      const rest = await this.#look();
      if (this.#timer === timer) this.#lookIn(rest);
    }, milliseconds);
    this.#timer = timer;
  }

  /** @returns how long to wait before the next look */
  async #look(): Promise<number> {
    if (this.#turn.length === 0) this.#turn = [...this.#pages];
    const pages = this.#turn.splice(0, mostOfOneLook).filter((page) => this.#pages.has(page));
    const startedAt = performance.now();
    try {
      if (pages.length > 0) await this.#parts.report(pages);
    } catch (error) {
      // The next round asks again.
      this.#parts.log.warn({ error: failureCode(error) }, `${this.#parts.name} not read`);
    }
    const endedAt = performance.now();
    if (endedAt - this.#beatAt >= heartbeatMs) {
      this.#beatAt = endedAt;
      for (const page of this.#pages) page.beat();
    }
    // Together the looks of a round take a second, unless that were too often.
    const share = pages.length / Math.max(this.#pages.size, 1);
    return Math.min(Math.max(lookMs * Math.min(share, 1), restAfterLook * (endedAt - startedAt)), longestRestMs);
  }
}

class Page<Who> implements OpenPage<Who> {
  readonly who: Who;
  readonly stream = new PassThrough();
  readonly #reported = new Map<string, string>();

  constructor(who: Who) {
    this.who = who;
  }

  send(data: object | string, event: string): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    if (this.#reported.get(event) === text || this.stream.writableEnded) return;
    this.#reported.set(event, text);
    const message = typeof data === 'string' ? JSON.stringify(JSON.parse(data)) : text;
    this.stream.write(`event: ${event}\ndata: ${message}\n\n`);
  }

  beat(): void {
    if (!this.stream.writableEnded) this.stream.write(': \n\n');
  }

  end(): void {
    this.stream.end();
  }
}
