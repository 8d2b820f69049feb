import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { tooManyAttempts } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { Admission } from '../http/admission.ts';
import { networksOf } from '../http/origin.ts';
import { failureFacts } from '../jobs/failureCode.ts';

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
  /** Reads what each of these pages has to know now. */
  readonly report: (pages: readonly OpenPage<Who>[]) => Promise<void>;
  /** By name, whose pages have something new since this was last asked. Without it every page is looked at in each round. */
  readonly news?: () => Promise<ReadonlySet<string> | 'all'>;
  readonly log: Log;
}

/** How often it looks, while that costs little. */
const lookMs = 1_000;
/** Pages that open at about the same time are looked at together. */
const gatherMs = 20;
/** So many pages are looked at in one go: what is asked for them is never a question that takes long. */
const mostOfOneLook = 1_000;
/** Of those without news so many are looked at each time, for what news does not show: few pages are all looked at. */
const inTurnOfOneLook = 100;
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

/**
 * Streams of server-sent events to open pages. While there are any, it looks what is new: at those with news at once, at the
 * others some at a time. Whatever it asks for it asks one after the other, so that no page is sent an older answer last.
 */
export class EventStreams<Who> {
  readonly #parts: EventStreamParts<Who>;
  readonly #pages = new Set<Page<Who>>();
  readonly #names = new Admission({ most: mostPages, mostOfOne, refusal });
  readonly #networks = new Admission({ most: mostPages, mostOfOne: mostOfOneNetwork, refusal });
  /** Those with news, and in a round without news all. */
  readonly #due = new Set<Page<Who>>();
  /** Those whose turn is still to come. */
  #turn: Page<Who>[] = [];
  #opening: { readonly pages: Page<Who>[]; readonly reported: Promise<void> } | undefined;
  #queries: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #beatAt = performance.now();

  constructor(parts: EventStreamParts<Who>) {
    this.#parts = parts;
  }

  /** Answers with a stream, which begins with what is known now. @throws AppError auth.too_many_attempts */
  async open(context: Context, who: Who): Promise<void> {
    const { nameOf, addressOf } = this.#parts;
    const page = new Page(who, nameOf(who));
    // Its place is taken before anything is waited for: many that open at once are counted, too.
    const leaveNetwork = this.#networks.enter(networksOf(addressOf(context)));
    page.stream.once('close', leaveNetwork);
    try {
      page.stream.once('close', this.#names.enter(page.name));
    } catch (error) {
      page.stream.destroy();
      throw error;
    }
    // Proxies would otherwise gather what is meant to arrive at once.
    context.set('X-Accel-Buffering', 'no');
    context.type = 'text/event-stream';
    context.body = page.stream;
    // What changes while it is reported to is news to it, too.
    this.#add(page);
    try {
      await this.#reportTogether(page);
    } catch (error) {
      page.stream.destroy();
      throw error;
    }
  }

  /** Ends every stream; the pages come back when there is somebody to answer. */
  close(): void {
    this.#stop();
    for (const page of this.#pages) page.end();
    this.#pages.clear();
    this.#due.clear();
  }

  #add(page: Page<Who>): void {
    this.#pages.add(page);
    page.stream.once('close', () => {
      this.#pages.delete(page);
      this.#due.delete(page);
      if (this.#pages.size === 0) this.#stop();
    });
    if (this.#timer === undefined) this.#lookIn(lookMs);
  }

  /** The first report of a page, with that of others that open now. */
  #reportTogether(page: Page<Who>): Promise<void> {
    if (this.#opening === undefined || this.#opening.pages.length >= mostOfOneLook) {
      const pages: Page<Who>[] = [];
      const reported = delay(gatherMs).then(() =>
        this.#inOrder(async () => {
          if (this.#opening?.pages === pages) this.#opening = undefined;
          await this.#parts.report(pages.filter(({ stream }) => !stream.destroyed));
        }),
      );
      this.#opening = { pages, reported };
    }
    this.#opening.pages.push(page);
    return this.#opening.reported;
  }

  #inOrder(query: () => Promise<void>): Promise<void> {
    const answered = this.#queries.then(query);
    this.#queries = answered.catch(() => undefined);
    return answered;
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
    let tookMs = 0;
    let seen = 0;
    try {
      await this.#inOrder(async () => {
        const startedAt = performance.now();
        try {
          seen = await this.#lookAtSome();
        } finally {
          tookMs = performance.now() - startedAt;
        }
      });
    } catch (error) {
      // The next one asks again.
      this.#parts.log.warn(failureFacts(error), `${this.#parts.name} not read`);
    }
    if (performance.now() - this.#beatAt >= heartbeatMs) {
      this.#beatAt = performance.now();
      for (const page of this.#pages) page.beat();
    }
    // Together the looks of a round take a second, unless that were too often.
    const share = this.#due.size === 0 ? 1 : seen / Math.max(this.#pages.size, 1);
    return Math.min(Math.max(lookMs * Math.min(share, 1), restAfterLook * tookMs), longestRestMs);
  }

  /** @returns how many pages were looked at */
  async #lookAtSome(): Promise<number> {
    const { news, report } = this.#parts;
    const fresh = news ? await news() : this.#due.size === 0 ? 'all' : new Set<string>();
    for (const page of this.#pages) if (fresh === 'all' || fresh.has(page.name)) this.#due.add(page);
    const pages = new Set([...this.#due].slice(0, mostOfOneLook));
    if (news) {
      if (this.#turn.length === 0) this.#turn = [...this.#pages];
      for (const page of this.#turn.splice(0, inTurnOfOneLook)) if (this.#pages.has(page)) pages.add(page);
    }
    if (pages.size === 0) return 0;
    for (const page of pages) this.#due.delete(page);
    try {
      await report([...pages]);
    } catch (error) {
      for (const page of pages) if (this.#pages.has(page)) this.#due.add(page);
      throw error;
    }
    return pages.size;
  }
}

class Page<Who> implements OpenPage<Who> {
  readonly who: Who;
  readonly name: string;
  readonly stream = new PassThrough();
  readonly #reported = new Map<string, string>();

  constructor(who: Who, name: string) {
    this.who = who;
    this.name = name;
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
