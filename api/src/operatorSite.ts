import { serveEmergency } from './delivery/emergency/emergency.ts';
import { WebOrigin, type WebParts } from './delivery/web/webOrigin.ts';
import type { OperatorApi } from './operatorApi.ts';
import { createSite, type Site } from './platform/http/site.ts';

/** What operators are served on their host: their endpoints, the emergency page, which needs no release, and the pages of the console. */
export function operatorSite(
  { audience, served, invoker }: OperatorApi,
  webParts: WebParts,
): { readonly site: Site; readonly close: () => void } {
  const web = new WebOrigin(audience, served, invoker, webParts);
  const { config } = webParts;
  return {
    site: createSite(audience, served, { config, invoker }, [serveEmergency(), ...web.middleware], web.failedPage),
    close: () => web.close(),
  };
}
