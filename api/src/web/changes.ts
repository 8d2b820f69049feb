import { PassThrough } from 'node:stream';
import { releaseChangesPath } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import { type CallerParts, identifyCaller } from '../http/caller.ts';
import type { RequestState } from '../http/pipeline.ts';
import { AppError, tooManyAttempts } from '../http/problem.ts';
import type { Log } from '../log.ts';
import type { Subject } from '../releases/assignment.ts';
import type { LiveRegistry } from './registry.ts';
import { subjectOf } from './visitor.ts';

export interface ChangeParts extends CallerParts {
  readonly registry: LiveRegistry;
  readonly log: Log;
}

/** An open page that wants to know. */
interface Listener {
  readonly subject: Subject;
  readonly stream: PassThrough;
  told: string;
}

const lookMs = 1_000;
/** Shorter than the shortest patience of common proxies. */
const heartbeatMs = 25_000;
const mostListeners = 20_000;
/** Tabs and devices of one member, or browsers behind one visitor cookie. */
const mostOfOne = 20;

/** Tells open pages which releases they would get now, each its own, whenever that changes. */
export class ReleaseChanges {
  readonly #parts: ChangeParts;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #beatAt = performance.now();

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== releaseChangesPath) return next();
      if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
      const subject = subjectOf(await identifyCaller(context, this.#parts), context.headers.cookie);
      const name = JSON.stringify(subject);
      const ofOne = [...this.#listeners].filter((each) => JSON.stringify(each.subject) === name).length;
      if (this.#listeners.size >= mostListeners || ofOne >= mostOfOne) throw tooManyAttempts(30);
      const listener: Listener = { subject, stream: new PassThrough(), told: '' };
      context.set('Cache-Control', 'no-store');
      context.set('X-Content-Type-Options', 'nosniff');
      context.set('Cross-Origin-Resource-Policy', 'same-origin');
      // Proxies would otherwise gather what is meant to arrive at once.
      context.set('X-Accel-Buffering', 'no');
      context.type = 'text/event-stream';
      context.body = listener.stream;
      await this.#tell(listener);
      this.#add(listener);
    };
  }

  /** Ends every stream; the pages come back when there is somebody to answer. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const { stream } of this.#listeners) stream.end();
    this.#listeners.clear();
  }

  #add(listener: Listener): void {
    this.#listeners.add(listener);
    listener.stream.once('close', () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#timer ??= setInterval(() => void this.#look(), lookMs);
  }

  async #look(): Promise<void> {
    const beat = performance.now() - this.#beatAt >= heartbeatMs;
    if (beat) this.#beatAt = performance.now();
    try {
      for (const listener of this.#listeners) {
        await this.#tell(listener);
        if (beat) listener.stream.write(': \n\n');
      }
    } catch (error) {
      // The next look asks again.
      this.#parts.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'release changes not read');
    }
  }

  async #tell(listener: Listener): Promise<void> {
    const message = JSON.stringify(await this.#parts.registry.now(listener.subject));
    if (message === listener.told) return;
    listener.told = message;
    listener.stream.write(`data: ${message}\n\n`);
  }
}
