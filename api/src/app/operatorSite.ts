import { serveEmergency } from '../delivery/emergency/emergency.ts';
import { serveConsoleStart } from '../delivery/web/consoleStart.ts';
import { OperatorEventStreams } from '../delivery/web/operatorEvents.ts';
import { WebOrigin, type WebParts } from '../delivery/web/webOrigin.ts';
import type { Database } from '../platform/db/database.ts';
import { createSite, type ServedSite } from '../platform/http/site.ts';
import type { OperatorApi } from './operatorApi.ts';

/** What operators are served on their host: their endpoints, the emergency page, which needs no release, and the pages of the console. */
export function operatorSite(
  { audience, served, invoker, sessions }: OperatorApi,
  database: Database,
  webParts: WebParts,
): ServedSite {
  const web = new WebOrigin(audience, served, invoker, webParts);
  const { config, log } = webParts;
  const events = new OperatorEventStreams({
    config,
    audience,
    sessions,
    database,
    log,
    releasesOf: web.releasesOf,
  });
  return {
    site: createSite(
      audience,
      served,
      { config, invoker, checkCall: web.checkCall },
      [serveEmergency(), serveConsoleStart(), events.middleware(), ...web.middleware],
      web.failedPage,
    ),
    close: () => events.close(),
  };
}
