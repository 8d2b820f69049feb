import { randomBytes } from 'node:crypto';
import {
  type AudienceName,
  type Boot,
  bootElementId,
  featuresOf,
  isLanguage,
  type Language,
  languageKey,
  languageTag,
  matchLanguage,
  type Registry,
  registryElementId,
} from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { cookieValues } from '../../platform/http/cookies.ts';
import type { Override } from '../releases/files/override.ts';
import type { FirstScreen } from './firstScreen.ts';
import { assetBase, type LiveReleases } from './registry.ts';

export interface DocumentParts {
  readonly boot: Boot;
  readonly live: LiveReleases;
  readonly registry: Registry;
  /** A feature from a developer's own machine: the page says so, and may load from there. */
  readonly override?: Override | undefined;
  readonly screen: FirstScreen;
  readonly language: Language;
  readonly appearance: Appearance;
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

/**
 * The language the page will start in, by the shell's own rule: the choice mirrored in a cookie, else the profile's,
 * else what the browser asks for.
 */
export function documentLanguage(
  cookies: string | undefined,
  profile: Language | undefined,
  acceptLanguage: string | undefined,
): Language {
  const [chosen] = cookieValues(cookies, languageKey);
  if (isLanguage(chosen)) return chosen;
  if (profile !== undefined) return profile;
  return matchLanguage((acceptLanguage ?? '').split(',').map((part) => part.split(';')[0] ?? ''));
}

/** Reads the mirrored choices; anything else in the cookies is left alone. */
export function documentAppearance(cookies: string | undefined): Appearance {
  const oneOf = (name: string, values: readonly string[]) =>
    cookieValues(cookies, name).find((value) => values.includes(value));
  return {
    textScale: oneOf('textScale', ['0.9', '1.15', '1.3', '1.5', '2']),
    theme: oneOf('theme', ['light', 'dark']),
  };
}

/** The one HTML document: a skeleton that paints first, the registry and data as JSON, and links to all it needs. */
export function writeDocument(parts: DocumentParts): HtmlDocument {
  const { boot, live, registry, override, screen, language, appearance } = parts;
  const nonce = randomBytes(18).toString('base64');
  const { shell } = live;
  const base = shell ? assetBase(shell) : '';
  const startFiles = shell?.chunks.shell ?? [];
  const integrityOf = (file: string) => `integrity="${shell?.files[file]?.integrity ?? ''}"`;
  const styles = startFiles
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${base}${file}" ${integrityOf(file)}>`);
  const scripts = startFiles
    .filter((file) => file.endsWith('.js'))
    .map((file) => `<script src="${base}${file}" nonce="${nonce}" ${integrityOf(file)} defer></script>`);
  const preloads = screen.preloads.map(
    ({ href, as, integrity }) =>
      `<link rel="preload" as="${as}" href="${href}" nonce="${nonce}" integrity="${integrity}">`,
  );
  const scale = appearance.textScale === undefined ? '' : ` data-text-scale="${appearance.textScale}"`;
  const theme = appearance.theme === undefined ? '' : ` data-theme="${appearance.theme}"`;
  const { sockets = [] } = live;
  const hook = sockets.length > 0 ? `<script nonce="${nonce}">${refreshHook}</script>\n` : '';
  const html = `<!doctype html>
<html lang="${languageTag[language]}"${scale}${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(boot.productName)}</title>
<link rel="icon" href="${icon}">
${hook}${[...styles, ...scripts, ...preloads].join('\n')}
<script type="application/json" id="${registryElementId}">${jsonForHtml(registry)}</script>
<script type="application/json" id="${bootElementId}">${jsonForHtml(boot)}</script>
</head>
<body>
${override ? overrideBanner(override) : ''}<noscript>Enable JavaScript to run this app.</noscript>
<div id="root">${shell ? skeleton : ''}</div>
${shell ? '' : '<p>This page has no release yet. Build and activate the shell, then reload.</p>'}
</body>
</html>
`;
  return { html, policy: contentSecurityPolicy(boot.audience, nonce, sockets, override) };
}

/** The product's mark, in the document itself: no request for it, and none for a favicon that is not there. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1d4fd8" stroke-width="2"><path d="M4 20h16M4 20v-4h4v-4h4V8h4V4h4v16"/></svg>')}`;

/** Shape of a page, in the shell's own classes; the script replaces it. */
const skeleton = `<div class="screen" aria-hidden="true"><header class="header"><span class="skeleton"></span></header><main class="main"><div class="card"><span class="skeleton" data-size="hero"></span><span class="skeleton"></span><span class="skeleton"></span></div></main></div>`;

/** The Trusted Types policies of a page: each of its features makes its own. */
const policiesOf = (audience: AudienceName): string[] => [
  'entry',
  'app_shell',
  ...featuresOf(audience).map(({ name }) => `app_${name}`),
];

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
  nonce: string,
  sockets: readonly string[],
  override: Override | undefined,
): string {
  const machine = override ? new URL(override.release.base).origin : '';
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
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
    `trusted-types ${policiesOf(audience).join(' ')}`,
  ].join('; ');
}

/** JSON that cannot end its script element or start a comment. */
const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '');
