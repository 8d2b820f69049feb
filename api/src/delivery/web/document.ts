import { randomBytes } from 'node:crypto';
import {
  type AudienceName,
  agreedLanguageKey,
  type Boot,
  bootElementId,
  featuresOf,
  type Language,
  languageKey,
  languageTag,
  matchLanguage,
  overlayPolicy,
  type Proofs,
  proofsElementId,
  type Registry,
  registryElementId,
  startLanguage,
  workerPath,
} from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import type { OwnCookies } from '../../platform/http/cookies.ts';
import type { Override } from '../releases/files/override.ts';
import { consoleStartGuard, consoleStartLink } from './consoleStart.ts';
import type { FirstScreen } from './firstScreen.ts';
import { oldBrowserGuard, oldBrowserPage } from './oldBrowser.ts';
import { assetBase, type LiveReleases } from './registry.ts';
import { aboutTags, iconTags, mark } from './siteTags.ts';
import { startCard, startGuard } from './startGuard.ts';
import { webTexts } from './webTexts.ts';

export interface DocumentParts {
  readonly boot: Boot;
  readonly live: LiveReleases;
  readonly registry: Registry;
  /** Stands in its place, to be filled in by the worker. */
  readonly registryText?: string;
  /** By which the shell says whose each call is. */
  readonly proofs?: Proofs | undefined;
  /** A feature from a developer's own machine: the page says so, and may load from there. */
  readonly override?: Override | undefined;
  readonly screen: FirstScreen;
  readonly language: Language;
  readonly appearance: Appearance;
  /** Of this host, for pictures that others fetch. */
  readonly origin: string;
  /** As the browser names it, where the worker comes from; without it the page may have none. */
  readonly host?: string;
  /** Instead of a fresh one. */
  readonly nonce?: string;
  /** Where the shell's files are for this page. */
  readonly shellBase?: (base: string) => string;
}

/** How the reader wants the page to look, mirrored in cookies so that the first paint is right already. */
export interface Appearance {
  readonly textScale: string | undefined;
  readonly theme: string | undefined;
}

export interface HtmlDocument {
  readonly html: string;
  readonly policy: string;
}

/** The language the page will start in, by the shell's own rule from the cookies that mirror its choices. */
export function documentLanguage(
  cookies: OwnCookies,
  profile: Language | undefined,
  acceptLanguage: string | undefined,
): Language {
  const [chosen] = cookies(languageKey);
  const [agreed] = cookies(agreedLanguageKey);
  return startLanguage(chosen, agreed, profile) ?? matchLanguage(acceptedLanguages(acceptLanguage));
}

/** The languages of an `Accept-Language`, the most wanted first; what is not wanted at all is left out. */
function acceptedLanguages(header = ''): string[] {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((each) => /^q=/i.test(each))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number.parseFloat(weight) || 0 };
  });
  const some = wanted.filter(({ weight }) => weight > 0);
  return some.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag);
}

/** Reads the mirrored choices; anything else in the cookies is left alone. */
export function documentAppearance(cookies: OwnCookies): Appearance {
  const oneOf = (name: string, values: readonly string[]) => cookies(name).find((value) => values.includes(value));
  return {
    textScale: oneOf('textScale', ['0.9', '1.15', '1.3', '1.5', '2']),
    theme: oneOf('theme', ['light', 'dark']),
  };
}

/** The one HTML document: a skeleton that paints first, the registry and data as JSON, and links to all it needs. */
export function writeDocument(parts: DocumentParts): HtmlDocument {
  const { boot, live, registry, proofs, override, screen, language, appearance, origin, host } = parts;
  const { nonce = randomBytes(18).toString('base64'), shellBase = (base) => base, registryText } = parts;
  const { shell } = live;
  const base = shell ? shellBase(assetBase(shell)) : '';
  const startFiles = shell?.chunks.shell ?? [];
  const integrityOf = (file: string) => `integrity="${shell?.files[file]?.integrity ?? ''}"`;
  const styles = startFiles
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${base}${file}" ${integrityOf(file)} data-chunk="shell">`);
  const scripts = startFiles
    .filter((file) => file.endsWith('.js'))
    .map(
      (file) =>
        `<script src="${base}${file}" nonce="${nonce}" ${integrityOf(file)} data-chunk="shell" defer fetchpriority="high"></script>`,
    );
  // A font is asked for without cookies, also of one's own origin.
  const fonts = Object.keys(shell?.files ?? {})
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin>`);
  const preloads = screen.preloads.map(
    ({ href, as, integrity }) =>
      `<link rel="preload" as="${as}" href="${href}" nonce="${nonce}" integrity="${integrity}" fetchpriority="low">`,
  );
  // No search leads to the console.
  const about = boot.audience === 'member' ? `${aboutTags({ language, productName: boot.productName, origin })}\n` : '';
  const scale = appearance.textScale === undefined ? '' : ` data-text-scale="${appearance.textScale}"`;
  const theme = appearance.theme === undefined ? '' : ` data-theme="${appearance.theme}"`;
  // Operators work in it all day: the kit takes less room there, where a window has enough.
  const density = boot.audience === 'operator' ? ' data-density="desk"' : '';
  const frame = boot.audience === 'operator' && shell ? [consoleStartLink] : [];
  const { sockets = [] } = live;
  const hook = sockets.length > 0 ? `<script nonce="${nonce}">${refreshHook}</script>\n` : '';
  const guards = [startGuard(registry.timeoutMs), ...(boot.audience === 'operator' ? [consoleStartGuard] : [])];
  const guard = shell ? `<script nonce="${nonce}">${guards.join(';')}</script>\n` : '';
  const html = `<!doctype html>
<html lang="${languageTag[language]}"${scale}${theme}${density}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="${appearance.theme ?? 'light dark'}">
<title>${escapeHtml(boot.productName)}</title>
${about}${iconTags(language, boot.productName)}
${guard}${hook}${shell ? `<template id="later">${[...fonts, ...preloads].join('')}</template><script nonce="${nonce}">${askLater}</script>\n` : ''}${[...styles, ...frame, ...scripts].join('\n')}
<script type="application/json" id="${registryElementId}">${registryText ?? jsonForHtml(registry)}</script>
<script type="application/json" id="${bootElementId}">${jsonForHtml(boot)}</script>
${proofs ? `<script type="application/json" id="${proofsElementId}">${jsonForHtml(proofs)}</script>\n` : ''}</head>
<body>
${override ? overrideBanner(override) : ''}<noscript>${escapeHtml(webTexts[language].noScript)}</noscript>
<div id="root">${shell ? skeletonOf(screen.routeId, boot) : ''}</div>
${shell ? `${startCard(language)}${oldBrowserPage(language)}<script nonce="${nonce}">${oldBrowserGuard}</script>` : ''}${shell ? '' : '<p>This page has no release yet. Build and activate the shell, then reload.</p>'}
</body>
</html>
`;
  return { html, policy: contentSecurityPolicy(boot.audience, host, nonce, sockets, override) };
}

/** Screens that begin with the product's name on the coloured material, outside the layout. */
const entryScreens = ['login', 'signup', 'verifyEmail', 'forgetPassword', 'setPassword', 'freeze', 'keepFactor'].map(
  (screen) => `shell/${screen}`,
);

/** Places that wait in boxes of their own, as the kit's `SkeletonRows` draw them. */
const ownBoxes: Readonly<Record<string, string>> = { 'team/home': 'team', 'account/home': 'account' };

/**
 * Shape of a page, in the shell's own classes; the script replaces it. Where a page begins with the product's name, the
 * name is there from the first paint on.
 */
function skeletonOf(routeId: string | undefined, { audience, productName, loaded }: Boot): string {
  const header = '<header class="header"><span class="skeleton"></span></header>';
  const [line, figure] = ['<span class="skeleton"></span>', '<span class="skeleton" data-size="hero"></span>'];
  const brand = `<span class="brand" translate="no">${mark}${escapeHtml(productName)}</span>`;
  const card = `<main class="main"><div class="card">${line}${line}</div></main>`;
  if (routeId === 'wallet/home')
    return `<div class="screen" aria-hidden="true" data-layout="home" data-places="true"><div class="ink"><header class="header"><h1>${brand}</h1></header><div class="main">${figure}</div></div>${card}</div>`;
  // The console asks who comes to log in, wherever they want to.
  const isEntry = audience === 'operator' ? !loaded?.session : routeId !== undefined && entryScreens.includes(routeId);
  if (isEntry)
    return `<div class="screen" aria-hidden="true" data-layout="entry"><header class="ink entryHead">${brand}${figure}</header>${card}</div>`;
  const place = ownBoxes[routeId ?? ''];
  if (place !== undefined)
    return `<div class="screen" aria-hidden="true" data-places="true">${header}<main class="main"><div class="waits" data-place="${place}">${'<span></span>'.repeat(9)}</div></main></div>`;
  // The console's frame around it is drawn by its own stylesheet; what is in it is mostly a list.
  const content = audience === 'operator' ? line.repeat(8) : `${figure}${line}${line}`;
  return `<div class="screen" aria-hidden="true">${header}<main class="main"><div class="card">${content}</div></main></div>`;
}

/** The Trusted Types policies of a page: one for the entries, and one for each feature, which the shell makes. */
const policiesOf = (audience: AudienceName): string[] => [
  'entry',
  'app_shell',
  ...featuresOf(audience).map(({ name }) => `app_${name}`),
];

/**
 * On a slow line all that is under way shares it evenly, and the stylesheet, which the first paint waits for, came after
 * every smaller file. So what that paint does without is asked for when the stylesheet has come; and where the answers
 * take long, 300 ms after the document, so that they are no further round trip.
 */
const askLater = `(d=>{const f=()=>d.head.append(d.getElementById('later').content);d.addEventListener('load',e=>e.target.rel=='stylesheet'&&f(),1);setTimeout(f,300)})(document)`;

/**
 * React Refresh in a feature finds the shell's React only by this hook, which has to be there before React. Without it
 * a change arrives, and nothing on the page changes.
 */
const refreshHook = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= { renderers: new Map(), supportsFiber: true, inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; }, onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {} };`;

/** For developers, so in English alone. */
const overrideBanner = ({ feature, release, expiresAt }: Override): string =>
  `<p class="offline" role="status"><span><strong>${feature}</strong> comes from ${escapeHtml(new URL(release.base).origin)} until ${expiresAt.toISOString().slice(11, 16)} UTC. <a href="/override">End</a></span></p>\n`;

function contentSecurityPolicy(
  audience: AudienceName,
  host: string | undefined,
  nonce: string,
  sockets: readonly string[],
  override: Override | undefined,
): string {
  const machine = override ? new URL(override.release.base).origin : '';
  return [
    "default-src 'none'",
    // Not 'strict-dynamic': with it a release could run what nobody signed, from any origin.
    `script-src 'self' 'nonce-${nonce}' ${machine}`.trim(),
    // The members' one worker, and no file of a release.
    `worker-src ${audience === 'member' && host !== undefined ? host + workerPath : "'none'"}`,
    `style-src 'self' ${machine}`.trim(),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...sockets, ...(machine === '' ? [] : [machine, machine.replace(/^http/, 'ws')])].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${[...policiesOf(audience), ...(sockets.length > 0 ? [overlayPolicy] : [])].join(' ')}`,
  ].join('; ');
}

/** JSON that cannot end its script element or start a comment. */
const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '');
