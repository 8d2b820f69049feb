import { releaseChangesPath } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { EventStreams } from '../../platform/events/eventStreams.ts';
import { type CallerParts, identifyCaller } from '../../platform/http/caller.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { Subject } from '../releases/live/assignment.ts';
import type { LiveRegistry } from './registry.ts';
import { subjectOf } from './visitor.ts';

export interface ChangeParts extends CallerParts {
  readonly registry: LiveRegistry;
  readonly log: Log;
}

/** Tells open pages which releases they would get now, each its own, whenever that changes. */
export class ReleaseChanges {
  readonly #parts: ChangeParts;
  readonly #streams: EventStreams<Subject>;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
    this.#streams = new EventStreams({
      name: 'release changes',
      nameOf: (subject: Subject) => JSON.stringify(subject),
      log: parts.log,
      async tell(pages) {
        for (const page of pages) page.send(await parts.registry.now(page.who));
      },
    });
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== releaseChangesPath) return next();
      if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
      await this.#streams.open(context, subjectOf(await identifyCaller(context, this.#parts), context.headers.cookie));
    };
  }

  close(): void {
    this.#streams.close();
  }
}
