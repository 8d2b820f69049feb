import {
  type AudienceName,
  agreedLanguageKey,
  type Boot,
  type FeatureName,
  languageKey,
  notPages,
  type ReleaseManifest,
  servedRelease,
} from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type Audience, admitted, identify } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import { choiceCookie, type OwnCookies, ownCookies } from '../../platform/http/cookies.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { Subject } from '../releases/live/assignment.ts';
import type { DeclaredCalls } from './declaredCalls.ts';
import { documentAppearance, documentLanguage, writeDocument } from './document.ts';
import { chosenLanguage, failedAddress, failedPath, writeFailedPage } from './failedPage.ts';
import { firstScreen } from './firstScreen.ts';
import { writeLandingPage } from './landingPage.ts';
import type { ServerLoader } from './loader.ts';
import type { Overrides } from './overrides.ts';
import { sendPage } from './packing.ts';
import { type LiveRegistry, type LiveReleases, liveNow } from './registry.ts';
import { takenBackMark } from './takenBack.ts';
import { browserOf, newVisitor, subjectOf, visitorCookie, visitorOf } from './visitor.ts';

/** What the pages of one audience are made of. */
export interface PageParts<C extends Call> {
  readonly config: Config;
  readonly audience: Audience<C>;
  readonly registry: LiveRegistry;
  readonly loader: ServerLoader<C>;
  readonly overrides: Overrides;
  readonly declaredCalls: DeclaredCalls;
}

/**
 * Every page address gets the one document, which says so where there is no such page. An address with a file's ending gets
 * it for readers alone; a program is shown a plain 404.
 */
export function servePages<C extends Call>(parts: PageParts<C>): Middleware<RequestState> {
  const { audience, config } = parts;
  return async (context, next) => {
    const isOne =
      isPage(context.path) ||
      (!config.production && context.path === kitPage) ||
      (isReader(context) && isOurs(context.path));
    if ((context.method !== 'GET' && context.method !== 'HEAD') || !isOne) return next();
    const caller = await identify(context, audience, config);
    const { html, policy, isUnknown, live } = await admitted(audience, caller, () =>
      documentOf(context, caller, parts),
    );
    if (isUnknown && context.path !== kitPage) context.status = 404;
    context.set(pageHeaders(policy));
    if (audience.kind === 'member') context.set(await newsForWorker(parts.registry, live));
    sendPage(context, html);
  };
}

/** What the worker goes by, with every document: what is live, and whether there is to be one. */
async function newsForWorker(registry: LiveRegistry, live: LiveReleases): Promise<Record<string, string>> {
  const releases = JSON.stringify(liveNow(live, await registry.states()));
  return { releases, ...((await registry.isWorkerOff()) && { worker: 'off' }) };
}

interface MadePage {
  readonly html: string;
  readonly policy: string;
  readonly isUnknown: boolean;
  readonly live: LiveReleases;
}

/** The document of a page, with the data that its screen needs first. */
async function documentOf<C extends Call>(context: Context, caller: C, parts: PageParts<C>): Promise<MadePage> {
  const { audience, config, registry, loader, overrides, declaredCalls } = parts;
  const { cookie, 'accept-language': accepted, 'sec-fetch-dest': destination = 'document' } = context.headers;
  const cookies = ownCookies(cookie, audience.cookie.secure);
  if (isLanding(context, caller, audience.kind, cookies)) return landingOf(context, parts, cookies);
  const override = await overrides.of(context, audience, caller);
  const visitor = visitorOf(cookies);
  const given = visitor ?? newVisitor(caller.device ?? caller.token);
  const subject = await subjectOfPage(context, caller, parts, given);
  const live = without(override?.feature, await registry.read(audience.kind, subject));
  // For a page, and for no script of one that fetches it: it would read in it what it may not call.
  const isPage = destination === 'document';
  const proofs =
    isPage && takesProofs(live.shell) ? declaredCalls.proofs(audience.kind, live, override?.feature, given) : undefined;
  if (visitor === undefined && (proofs || ('visitor' in subject && subject.visitor === given)))
    context.append('Set-Cookie', visitorCookie(given, audience.cookie.secure));
  const language = documentLanguage(cookies, audience.languageOf(caller), accepted);
  const origin = audience.kind === 'member' ? config.publicOrigin : config.opsOrigin;
  const screen = firstScreen(audience.kind, context.path, language, live);
  const boot: Boot = {
    audience: audience.kind,
    api: audience.base,
    productName: config.productName,
    development: !config.production,
    loads: loader.routes,
    ...(config.tracing && { traces: true }),
    ...(audience.kind === 'member' && (await registry.isWorkerOff()) && { worker: false }),
    ...(isPage && { takenBack: takenBackMark(audience.kind, await registry.states(), config.secrets) }),
    // No cookie may only mean that the link came from elsewhere (SameSite=Strict): the shell then asks.
    ...(caller.token === undefined || !isPage
      ? {}
      : { loaded: await loader.loadFirst(screen.routeId, caller, context.originalUrl) }),
  };
  const document = writeDocument({
    boot,
    live,
    screen,
    language,
    override,
    proofs,
    registry: registry.registryOf(live, language, override),
    appearance: documentAppearance(cookies),
    origin,
    host: context.host,
  });
  return { ...document, live, isUnknown: screen.isUnknown };
}

/**
 * Whether `/` is asked for by a browser with which nobody ever logged in. One that has no session, or whose session's cookie
 * stayed behind because the link came from elsewhere, knows a choice that was agreed with an account.
 */
const isLanding = (context: Context, caller: Call, kind: AudienceName, cookies: OwnCookies): boolean =>
  kind === 'member' &&
  context.path === '/' &&
  caller.token === undefined &&
  caller.device === undefined &&
  cookies(agreedLanguageKey).length === 0;

async function landingOf<C extends Call>(
  context: Context,
  { audience, config, registry }: PageParts<C>,
  cookies: OwnCookies,
): Promise<MadePage> {
  const chosen = chosenLanguage(context.query.language);
  // Kept as the pages of the shell keep it, which it leads to.
  if (chosen) context.append('Set-Cookie', choiceCookie(languageKey, chosen, audience.cookie.secure));
  const live = await registry.read(audience.kind, browserOf(cookies));
  const page = writeLandingPage({
    language: chosen ?? documentLanguage(cookies, undefined, context.headers['accept-language']),
    productName: config.productName,
    company: config.company,
    origin: config.publicOrigin,
    ...documentAppearance(cookies),
    shell: live.shell,
  });
  return { ...page, live, isUnknown: false };
}

/**
 * Instead of a document that could not be made: leads a reader to `/500`, and is that page where no document can be made
 * for it either. Asks nothing that may fail, too; the answer keeps its status.
 *
 * @returns whether it was a reader who asked for a page: everybody else is shown the problem
 */
export function sendFailedPage<C extends Call>(
  context: Context,
  { config, audience }: Pick<PageParts<C>, 'config' | 'audience'>,
): boolean {
  const { cookie, 'accept-language': accepted } = context.headers;
  const isRead = (context.method === 'GET' || context.method === 'HEAD') && isReader(context);
  if (!isRead || !isOurs(context.path)) return false;
  if (context.path !== failedPath) {
    context.redirect(failedAddress(context.url));
    context.status = 303;
    return true;
  }
  const { next, language } = context.query;
  const cookies = ownCookies(cookie, audience.cookie.secure);
  const { html, policy } = writeFailedPage({
    language: chosenLanguage(language) ?? documentLanguage(cookies, undefined, accepted),
    productName: config.productName,
    next: typeof next === 'string' && isOwnPath(next) ? next : '/',
    theme: documentAppearance(cookies).theme,
  });
  context.set(pageHeaders(policy));
  sendPage(context, html);
  return true;
}

/** What is overridden comes from elsewhere: none of the stored release is preloaded. */
function without(feature: FeatureName | undefined, live: LiveReleases): LiveReleases {
  return feature === undefined
    ? live
    : { ...live, features: new Map([...live.features].filter(([name]) => name !== feature)) };
}

/**
 * While some get other releases than others, a browser without a session counts as the member who logged in with it last, for
 * whom the page will be in a moment: what they report of it counts only for releases that they were given. One where nobody
 * ever did counts by its cookie: on the next page theirs must be the same.
 * @param visitor what that cookie says, or will
 */
export async function subjectOfPage<C extends Call>(
  context: Context,
  caller: C,
  { audience, registry }: PageParts<C>,
  visitor: string,
): Promise<Subject> {
  const cookies = ownCookies(context.headers.cookie, audience.cookie.secure);
  const subject = subjectOf(audience, caller, cookies);
  if ('member' in subject || !(await registry.isDivided())) return subject;
  const member = caller.device === undefined ? undefined : await audience.lastIn?.(caller.device);
  if (member !== undefined) return { member };
  return { visitor };
}

/** Whether the shell takes the proofs out of the document before a feature's code runs. */
const takesProofs = (shell: ReleaseManifest | undefined): boolean =>
  shell !== undefined && (shell.calls !== undefined || shell.release === servedRelease);

/** `GET /server-loader?route=&url=`: the data of a screen in one call. `url` is where the page is, and is not fetched. */
export function serveLoader<C extends Call>({
  audience,
  config,
  loader,
  declaredCalls,
}: PageParts<C>): Middleware<RequestState> {
  return async (context, next) => {
    if (context.path !== '/server-loader') return next();
    if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
    const { route, url } = context.query;
    if (typeof route !== 'string' || route.length > 100)
      throw new AppError('request.invalid', { fields: [{ path: 'route', code: 'field.format' }] });
    if (url !== undefined && (typeof url !== 'string' || !isOwnPath(url)))
      throw new AppError('request.invalid', { fields: [{ path: 'url', code: 'field.format' }] });
    context.type = 'application/json';
    const caller = await identify(context, audience, config);
    const callable = await declaredCalls.of(context, audience, caller);
    context.body = JSON.stringify(
      await admitted(audience, caller, () => loader.load(route, caller, url ?? '/', callable)),
    );
  };
}

/** The one page of the shell's that only developers have; their other ones are the server's own. */
const kitPage = '/dev/kit';

/** An address that belongs to nothing else of the server's. */
const isOurs = (path: string): boolean => !notPages.test(path);

const isPage = (path: string): boolean => isOurs(path) && !/\.[A-Za-z0-9]+$/.test(path) && !path.includes(';');

/** A browser asks for something to read, and not for a file that a page needs. */
const isReader = ({ headers: { accept = '' } }: Context): boolean => accept.includes('text/html');

/** A path on this very origin: no scheme, no host, no backslash, and nothing that a parser would silently drop. */
const isOwnPath = (url: string): boolean =>
  /^\/(?![/\\])[^\p{Cc}]*$/u.test(url) &&
  URL.canParse(url, 'http://own.invalid') &&
  new URL(url, 'http://own.invalid').host === 'own.invalid';

export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
});
