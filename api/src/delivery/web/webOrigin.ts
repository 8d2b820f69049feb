import type { ReleasesNow } from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import type { Log } from '../../ground/log.ts';
import type { Audience } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import { ownCookies } from '../../platform/http/cookies.ts';
import type { ServedEndpoint } from '../../platform/http/endpoint.ts';
import type { Invoker } from '../../platform/http/invoke.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { CheckCall } from '../../platform/http/router.ts';
import type { Arrivals } from '../releases/bucket/arrivals.ts';
import type { VerifiedReleases } from '../releases/compatibility/verified.ts';
import type { ReleaseStore } from '../releases/files/store.ts';
import { serveAssets } from './assets.ts';
import type { DeclaredCalls } from './declaredCalls.ts';
import type { DevelopmentServers } from './developmentServers.ts';
import { type MarksOf, ServerLoader } from './loader.ts';
import type { Overrides } from './overrides.ts';
import { sendFailedPage, serveLoader, servePages } from './pages.ts';
import type { LiveRegistry } from './registry.ts';
import { serveWorker } from './serveWorker.ts';
import { serveSiteFiles } from './siteFiles.ts';
import { browserOf, subjectOf } from './visitor.ts';

/** What the pages of all audiences are made from. */
export interface WebParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: LiveRegistry;
  readonly store: ReleaseStore;
  readonly verified: VerifiedReleases;
  readonly arrivals: Arrivals | undefined;
  readonly developmentServers: DevelopmentServers;
  readonly overrides: Overrides;
  readonly declaredCalls: DeclaredCalls;
}

/** Which releases a caller's open page would get by now, as often as it is asked. */
export type ReleasesOf<C extends Call> = (context: Context, caller: C) => () => Promise<ReleasesNow>;

/** What one audience is served alongside its API: its pages and their data, the files of releases, news of newer ones. */
export class WebOrigin<C extends Call> {
  readonly middleware: readonly Middleware<RequestState>[];
  /** Answers with a page where a document could not be made. @returns whether a page was asked for */
  readonly failedPage: (context: Context) => boolean;
  readonly releasesOf: ReleasesOf<C>;
  /** Whether the release that calls an endpoint declares it. */
  readonly checkCall: CheckCall<C>;

  constructor(
    audience: Audience<C>,
    endpoints: readonly ServedEndpoint<C>[],
    invoker: Invoker<C>,
    { config, clock, registry, store, verified, arrivals, developmentServers, overrides, declaredCalls }: WebParts,
    marksOf?: MarksOf<C>,
  ) {
    const loader = new ServerLoader(audience, endpoints, invoker, clock, marksOf);
    const page = { config, audience, registry, loader, overrides, declaredCalls };
    this.checkCall = (context, caller, { name, contract }) =>
      declaredCalls.check(context, audience, caller, name, contract);
    this.failedPage = (context) => sendFailedPage(context, page);
    const cookiesOf = (context: Context) => ownCookies(context.headers.cookie, audience.cookie.secure);
    this.releasesOf = (context, caller) => {
      const subject =
        audience.kind === 'member' ? subjectOf(audience, caller, cookiesOf(context)) : browserOf(cookiesOf(context));
      return () => registry.now(audience.kind, subject);
    };
    this.middleware = [
      serveLoader(page),
      developmentServers.middleware(),
      overrides.middleware(audience),
      serveAssets(store, verified, arrivals && { registry, arrivals }),
      serveSiteFiles(audience.kind, config.productName),
      serveWorker(page),
      servePages(page),
    ];
  }
}
