import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Boot,
  keptBase,
  keptPagePath,
  type Language,
  type LiveNow,
  languages,
  languageTag,
  notPages,
  offlineChunks,
  type Registry,
  type ReleaseManifest,
  workerPath,
} from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import { AppError } from '../../ground/errors.ts';
import { escapeHtml } from '../../ground/html.ts';
import { admitted, identify } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import { ownCookies } from '../../platform/http/cookies.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { documentAppearance, documentLanguage, writeDocument } from './document.ts';
import { acceptedPacking, pack } from './packing.ts';
import { type PageParts, pageHeaders, subjectOfPage } from './pages.ts';
import { assetBase, type LiveReleases, liveNow } from './registry.ts';
import { newVisitor, visitorOf } from './visitor.ts';
import { webTexts } from './webTexts.ts';

/** What the worker makes pages of, for one reader. The browser takes it only with its signature. */
interface KeptPages {
  readonly now: LiveNow;
  readonly language: Language;
  /** In milliseconds since 1970. */
  readonly madeAt: number;
  /** All that such a page may load, by its address with the digest. */
  readonly files: Readonly<Record<string, string>>;
  /** As the headers, with `{{nonce}}` and `{{registry}}` for the worker to fill in. */
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly registry: Registry;
}

const script = (name: 'worker' | 'gone'): string =>
  readFileSync(join(import.meta.dirname, 'worker', `${name}.js`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line))
    .map((line) => line.trimStart())
    .join('\n');

/**
 * Serves the members' worker for ever at its one address, whatever becomes of it, and what it makes pages of. Where it is switched off,
 * the script in its place takes it out of every browser that asks, which each does with its next page.
 */
export function serveWorker<C extends Call>(parts: PageParts<C>): Middleware<RequestState> {
  const { audience, config, registry } = parts;
  const key = signingKey(config.secrets);
  const constants = `const publicKey=${JSON.stringify(rawPublicKey(key))},notPages=${notPages},keptBase=${JSON.stringify(keptBase)},productName=${JSON.stringify(config.productName)},notices=${JSON.stringify(noticesOf(config.productName))};\n`;
  const scripts = { on: constants + script('worker'), off: script('gone') };
  return async (context, next) => {
    const isScript = context.path === workerPath;
    if (audience.kind !== 'member' || !(isScript || context.path === keptPagePath)) return next();
    if (context.method !== 'GET' && context.method !== 'HEAD') throw new AppError('request.not_found');
    const isOff = await registry.isWorkerOff();
    if (isScript) return sendScript(context, isOff ? scripts.off : scripts.on);
    const caller = await identify(context, audience, config, { background: true });
    const pages = isOff ? undefined : await admitted(audience, caller, () => keptPagesOf(context, caller, parts));
    if (!pages) throw new AppError('request.not_found');
    const text = JSON.stringify(pages);
    context.type = 'application/json';
    context.set('Page-Signature', sign(null, Buffer.from(text), key).toString('base64'));
    sendPacked(context, text);
  };
}

/** Asked for again with every page, and sent where it is another. */
function sendScript(context: Context, body: string): void {
  context.type = 'text/javascript; charset=utf-8';
  context.set('Content-Security-Policy', workerPolicy);
  context.set('Cache-Control', 'no-cache');
  context.etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  context.status = 200;
  context.vary('Accept-Encoding');
  if (context.fresh) context.status = 304;
  else sendPacked(context, body);
}

function sendPacked(context: Context, text: string): void {
  const packing = acceptedPacking(context);
  if (packing !== 'identity') context.set('Content-Encoding', packing);
  context.body = pack(text, packing);
}

/** Without a network, where nothing is kept: by the first part of a language's tag. An installed page has no other way to try again. */
const noticesOf = (productName: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    languages.map((language) => {
      const { offline, guard } = webTexts[language];
      const [tag = ''] = languageTag[language].split('-');
      return [
        tag,
        `<!doctype html><html lang="${languageTag[language]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(productName)}</title><style>body{max-width:24rem;margin:25vh auto 0;padding:1.5rem;font:1rem/1.5 system-ui}</style><main><h1>${offline.title}</h1><p>${offline.text}</p><p><a href="">${guard.retry}</a></p></main>`,
      ];
    }),
  );

/** `undefined`: there is nothing that could be kept. */
async function keptPagesOf<C extends Call>(
  context: Context,
  caller: C,
  parts: PageParts<C>,
): Promise<KeptPages | undefined> {
  const { audience, config, registry } = parts;
  const cookies = ownCookies(context.headers.cookie, audience.cookie.secure);
  const given = visitorOf(cookies) ?? newVisitor(caller.device ?? caller.token);
  const live = await registry.read(audience.kind, await subjectOfPage(context, caller, parts, given));
  const language = documentLanguage(cookies, audience.languageOf(caller), context.headers['accept-language']);
  const files = filesOf(live, language);
  if (!files) return undefined;
  const boot: Boot = {
    ...{ audience: 'member', api: audience.base, productName: config.productName },
    ...{ development: !config.production, loads: [] },
    kept: { language },
  };
  const all = registry.registryOf(live, language);
  const { html, policy } = writeDocument({
    ...{ boot, live, language, registry: all, registryText: '{{registry}}' },
    ...{ nonce: '{{nonce}}', shellBase: keptOf },
    screen: { routeId: undefined, preloads: [], isUnknown: false },
    appearance: documentAppearance(cookies),
    ...{ origin: config.publicOrigin, host: context.host },
  });
  const features = Object.entries(all.features).map(([name, entry]) => [name, { ...entry, base: keptOf(entry.base) }]);
  return {
    ...{ now: liveNow(live, await registry.states()), language, madeAt: Date.now(), files, html },
    headers: { ...pageHeaders(policy), ...answerHeaders },
    registry: { ...all, features: Object.fromEntries(features) },
  };
}

const keptOf = (base: string): string => keptBase + base.slice('/assets'.length);

/** Nothing but this very origin, and nothing that is not in the script. */
const workerPolicy = "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** What the server's own answers say besides. */
const answerHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The start of a page without the server, and the screens of its features that only read. `undefined`: the shell has no such start,
 * or something comes from a development server, whose files change under their names.
 */
function filesOf({ shell, features, sockets }: LiveReleases, language: Language): Record<string, string> | undefined {
  if (!shell?.chunks.kept || (sockets ?? []).length > 0) return undefined;
  const texts = `texts-${language}`;
  const lock = ['lock', `lock-${language}`];
  const fonts = Object.keys(shell.files).filter((file) => file.endsWith('.woff2'));
  const files = new Map<string, string>();
  const add = (manifest: ReleaseManifest, chunks: readonly string[], more: readonly string[]) => {
    for (const file of [...chunks.flatMap((chunk) => manifest.chunks[chunk] ?? []), ...more]) {
      const integrity = manifest.files[file]?.integrity;
      if (integrity !== undefined) files.set(assetBase(manifest) + file, integrity);
    }
  };
  add(shell, ['shell', texts, 'kept', 'federation', 'cover', 'form', 'flow', ...lock], fonts);
  for (const manifest of features.values()) {
    if (manifest.chunks[offlineChunks]) add(manifest, ['feature', texts, offlineChunks], [manifest.entry]);
  }
  return Object.fromEntries(files);
}

/** One key for all processes, and for as long as the secret it comes from is the newest: with another, browsers fetch it again. */
function signingKey([secret]: readonly Buffer[]): KeyObject {
  if (!secret) throw new Error('no secret key');
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'trellis kept pages 1', 32));
  // An Ed25519 key as PKCS #8 is this and its 32 bytes.
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
}

const rawPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
