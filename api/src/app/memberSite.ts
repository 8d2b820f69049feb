import { memberEventsPath } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import { MemberEventStreams, releasesMark } from '../delivery/web/memberEvents.ts';
import { WebOrigin, type WebParts } from '../delivery/web/webOrigin.ts';
import type { LocalChains } from '../development/localChain/localChains.ts';
import { serveAuthenticator } from '../development/pages/authenticator.ts';
import { serveDevelopmentChain } from '../development/pages/developmentChain.ts';
import { serveDevelopmentClock } from '../development/pages/developmentClock.ts';
import { serveMailbox } from '../development/pages/mailbox.ts';
import { News } from '../governance/change/news.ts';
import { Topics } from '../governance/change/topics.ts';
import type { Clock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Database } from '../platform/db/database.ts';
import { serveOpenApi } from '../platform/http/openApiPage.ts';
import type { RequestState } from '../platform/http/requestState.ts';
import { createSite, type ServedSite, type Site } from '../platform/http/site.ts';
import type { MemberApi } from './memberApi.ts';
import { memberTopics } from './memberTopics.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

export interface MemberSiteParts extends Pick<Services, 'sessions' | 'outbox' | 'memberSecrets'> {
  readonly config: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly localChains?: LocalChains | undefined;
  /** Whether the database is a copy of the product's. */
  readonly isCopy: () => boolean;
}

/** What members are served on their host: their endpoints, their pages, what changes by itself, and in development its pages. */
export function memberSite(
  { audience, served, invoker }: MemberApi,
  parts: MemberSiteParts,
  webParts: WebParts,
): ServedSite {
  const { config, database, clock, log, sessions, outbox, memberSecrets, localChains } = parts;
  const topics = new Topics(database, memberTopics);
  const news = new News(database, memberTopics, [releasesMark]);
  const web = new WebOrigin(audience, served, invoker, webParts, async ({ member }) =>
    member ? topics.marksOf(member.id) : undefined,
  );
  const events = new MemberEventStreams({ config, audience, sessions, log, topics, news, releasesOf: web.releasesOf });
  const site = createSite(
    audience,
    served,
    { config, invoker, checkCall: web.checkCall },
    [
      serveOpenApi(),
      serveMailbox(config, outbox),
      serveDevelopmentClock(clock, database),
      serveDevelopmentChain(config, { database, localChains }),
      serveAuthenticator(config, { database, clock, secrets: memberSecrets }),
      events.middleware(),
      ...web.middleware,
    ],
    web.failedPage,
  );
  return {
    site: { ...site, middleware: [refuseInCopy(parts.isCopy, site), ...site.middleware] },
    close: () => events.close(),
  };
}

/** In a copy of the database members find nothing, and change nothing: what they have is elsewhere. */
const refuseInCopy =
  (isCopy: () => boolean, { isApi }: Pick<Site, 'isApi'>): Middleware<RequestState> =>
  (context, next) => {
    if (isCopy() && (isApi(context.path) || context.path === memberEventsPath))
      throw new AppError('server.busy', { headers: { 'retry-after': '60' } });
    return next();
  };
