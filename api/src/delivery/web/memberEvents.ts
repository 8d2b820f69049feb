import { memberEventsPath, pageOfParameter, type ReleasesNow, registryEvent } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import type { News } from '../../governance/change/news.ts';
import type { Topics } from '../../governance/change/topics.ts';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { EventStreams, type OpenPage } from '../../platform/events/eventStreams.ts';
import { type Audience, checkPageOf, identify } from '../../platform/http/audience.ts';
import type { Caller, LiveMembers } from '../../platform/http/caller.ts';
import { clientAddress } from '../../platform/http/origin.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { ReleasesOf } from './webOrigin.ts';

export interface MemberEventParts {
  readonly config: Config;
  readonly audience: Audience<Caller>;
  readonly sessions: Pick<LiveMembers, 'living'>;
  readonly topics: Topics;
  readonly news: News;
  readonly log: Log;
  readonly releasesOf: ReleasesOf<Caller>;
}

/** Another expression when other releases are live. */
export const releasesMark = '(SELECT max(id) FROM release_event)';

/** The member of a page, and the session that lets it listen. */
interface Listener {
  readonly memberId: string;
  readonly token: string;
  readonly releases: () => Promise<ReleasesNow>;
}

/**
 * Notifies a member's open pages what happens to them. Listening is no use of the session: it ends as if nobody were there,
 * and its streams end with it.
 */
export class MemberEventStreams {
  readonly #parts: MemberEventParts;
  readonly #streams: EventStreams<Listener>;

  constructor(parts: MemberEventParts) {
    this.#parts = parts;
    this.#streams = new EventStreams({
      name: 'member events',
      nameOf: ({ memberId }: Listener) => memberId,
      addressOf: ({ req }) => clientAddress(req, parts.config.trustedProxies),
      log: parts.log,
      report: (pages) => this.#report(pages),
      news: () => parts.news.read(),
    });
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== memberEventsPath) return next();
      if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
      const { audience, config, releasesOf } = this.#parts;
      const caller = await identify(context, audience, config, { background: true });
      const { member, token } = caller;
      if (caller.locked) throw new AppError('auth.session_locked');
      if (!member || token === undefined) throw new AppError('auth.session_required');
      checkPageOf(audience, caller, context.query[pageOfParameter]);
      await this.#streams.open(context, { memberId: member.id, token, releases: releasesOf(context, caller) });
    };
  }

  close(): void {
    this.#streams.close();
  }

  async #report(pages: readonly OpenPage<Listener>[]): Promise<void> {
    const living = await this.#parts.sessions.living([...new Set(pages.map(({ who }) => who.token))]);
    const [heard, ended] = [
      pages.filter(({ who }) => living.has(who.token)),
      pages.filter(({ who }) => !living.has(who.token)),
    ];
    for (const page of ended) page.end();
    if (heard.length === 0) return;
    const memberIds = [...new Set(heard.map(({ who }) => who.memberId))];
    const reported = await this.#parts.topics.read(memberIds);
    for (const page of heard) page.send(await page.who.releases(), registryEvent);
    for (const [event, byMember] of reported)
      for (const page of heard) {
        const data = byMember[page.who.memberId];
        if (data !== undefined) page.send(data, event);
      }
  }
}
