import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { tooManyAttempts } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { Admission } from '../http/admission.ts';
import { networksOf } from '../http/origin.ts';

/** An open page that wants to know. */
export interface OpenPage<Who> {
  readonly who: Who;
  /** Sends an event, unless the page was told the same before. Without a name it is a plain message. */
  send(data: object, event?: string): void;
  end(): void;
}

export interface EventStreamParts<Who> {
  /** What these streams tell, for the log. */
  readonly name: string;
  /** Pages of one name share a limit; those without one have that of their network alone. */
  readonly nameOf: (who: Who) => string | undefined;
  /** The address that a request came from. */
  readonly addressOf: (context: Context) => string;
  /** Looks what each of these pages is to be told now: one that opens, or all of them. */
  readonly tell: (pages: readonly OpenPage<Who>[]) => Promise<void>;
  readonly log: Log;
}

const lookMs = 1_000;
/** Shorter than the shortest patience of common proxies. */
const heartbeatMs = 25_000;
const mostPages = 20_000;
/** Tabs and devices of one member, or browsers behind one visitor cookie. */
const mostOfOne = 20;
/** Many members stand behind one network, and a stranger there makes names as they like. */
const mostOfOneNetwork = 1_000;
const refusal = () => tooManyAttempts(30);

/** Streams of server-sent events to open pages. While there are any, it looks every second what is new. */
export class EventStreams<Who> {
  readonly #parts: EventStreamParts<Who>;
  readonly #pages = new Set<Page<Who>>();
  readonly #names = new Admission({ most: mostPages, mostOfOne, refusal });
  readonly #networks = new Admission({ most: mostPages, mostOfOne: mostOfOneNetwork, refusal });
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #beatAt = performance.now();

  constructor(parts: EventStreamParts<Who>) {
    this.#parts = parts;
  }

  /** Answers with a stream, which begins with what there is to tell. @throws AppError auth.too_many_attempts */
  async open(context: Context, who: Who): Promise<void> {
    const { nameOf, addressOf, tell } = this.#parts;
    const page = new Page(who);
    // Its place is taken before anything is waited for: many that open at once are counted, too.
    const name = nameOf(who);
    const leaveNetwork = this.#networks.enter(networksOf(addressOf(context)));
    page.stream.once('close', leaveNetwork);
    try {
      if (name !== undefined) page.stream.once('close', this.#names.enter(name));
    } catch (error) {
      page.stream.destroy();
      throw error;
    }
    // Proxies would otherwise gather what is meant to arrive at once.
    context.set('X-Accel-Buffering', 'no');
    context.type = 'text/event-stream';
    context.body = page.stream;
    try {
      await tell([page]);
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
    this.#timer ??= setInterval(() => void this.#look(), lookMs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    // A slow look is not overtaken by the next.
    if (this.#looking) return;
    this.#looking = true;
    try {
      const pages = [...this.#pages];
      await this.#parts.tell(pages);
      if (performance.now() - this.#beatAt < heartbeatMs) return;
      this.#beatAt = performance.now();
      for (const page of pages) page.beat();
    } catch (error) {
      // The next look asks again.
      this.#parts.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, `${this.#parts.name} not read`);
    } finally {
      this.#looking = false;
    }
  }
}

class Page<Who> implements OpenPage<Who> {
  readonly who: Who;
  readonly stream = new PassThrough();
  readonly #told = new Map<string | undefined, string>();

  constructor(who: Who) {
    this.who = who;
  }

  send(data: object, event?: string): void {
    const message = JSON.stringify(data);
    if (this.#told.get(event) === message || this.stream.writableEnded) return;
    this.#told.set(event, message);
    this.stream.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${message}\n\n`);
  }

  beat(): void {
    if (!this.stream.writableEnded) this.stream.write(': \n\n');
  }

  end(): void {
    this.stream.end();
  }
}
