import { type AudienceName, releaseChangesPath } from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { EventStreams } from '../../platform/events/eventStreams.ts';
import { clientAddress } from '../../platform/http/origin.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { Subject } from '../releases/live/assignment.ts';
import type { LiveRegistry } from './registry.ts';

export interface ChangeParts {
  readonly config: Pick<Config, 'trustedProxies'>;
  readonly audience: AudienceName;
  readonly registry: LiveRegistry;
  /** Who listens. Not every audience may be asked for its session here. */
  readonly subjectOf: (context: Context & { state: RequestState }) => Promise<Subject>;
  readonly log: Log;
}

/** Notifies open pages which releases they would get now, each its own, whenever that changes. */
export class ReleaseChanges {
  readonly #parts: ChangeParts;
  readonly #streams: EventStreams<Subject>;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#streams = new EventStreams({
      name: 'release changes',
      // Many browsers have no cookie of ours: they are nobody in particular.
      nameOf: (subject: Subject) =>
        'visitor' in subject && subject.visitor === '' ? undefined : JSON.stringify(subject),
      addressOf: ({ req }) => clientAddress(req, parts.config.trustedProxies),
      log: parts.log,
      async report(pages) {
        for (const page of pages) page.send(await parts.registry.now(parts.audience, page.who));
      },
    });
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== releaseChangesPath) return next();
      if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
      await this.#streams.open(context, await this.#parts.subjectOf(context));
    };
  }

  close(): void {
    this.#streams.close();
  }
}
