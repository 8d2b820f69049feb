import { parse as parseForm } from 'node:querystring';
import type { Context, Middleware } from 'koa';
import rawBody from 'raw-body';
import { AppError } from '../../ground/errors.ts';
import { escapeHtml } from '../../ground/html.ts';
import type { RequestState } from '../../platform/http/requestState.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const maximumBytes = 4_096;

/** What a development page shows now: the same twice, for people and for tests. */
export interface DevelopmentAnswer {
  /** HTML of the body. */
  readonly html: string;
  /** Left out: the page has no `.json`. */
  readonly json?: unknown;
}

export interface DevelopmentPage {
  /** `/dev/mail`; with `.json` behind it, the same for tests. */
  readonly path: string;
  readonly title: string;
  /** It is loaded again after so many seconds. */
  readonly refreshSeconds?: () => number;
  /** Takes what a form of the page, or a test, sends; without it nothing is taken. @throws AppError request.malformed */
  readonly take?: (body: Readonly<Record<string, unknown>>) => Promise<string>;
  /** @param reported what `take` answered */
  readonly show: (query: Context['query'], reported: string) => Promise<DevelopmentAnswer>;
}

/** Serves a page of development: to this machine alone. Whoever calls this makes sure that production has no such page. */
export function serveDevelopmentPage(page: DevelopmentPage): Middleware<RequestState> {
  return async (context, next) => {
    const isJson = context.path === `${page.path}.json`;
    if (context.path !== page.path && !isJson) return next();
    if (!loopback.has(context.req.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
    const reported = context.method === 'POST' && page.take ? await page.take(await readBody(context, isJson)) : '';
    const { html, json } = await page.show(context.query, reported);
    if (isJson && json === undefined) return next();
    context.set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; form-action ${page.take ? "'self'" : "'none'"}; frame-ancestors 'none'`,
    );
    context.type = isJson ? 'application/json' : 'text/html; charset=utf-8';
    context.body = isJson ? JSON.stringify(json) : documentOf(page, html);
    return undefined;
  };
}

/** @throws AppError auth.forbidden for another site, which has no business here; request.malformed */
async function readBody(context: Context, isJson: boolean): Promise<Readonly<Record<string, unknown>>> {
  if (!['same-origin', undefined].includes(context.get('Sec-Fetch-Site') || undefined))
    throw new AppError('auth.forbidden');
  const text = await rawBody(context.req, { limit: maximumBytes, encoding: 'utf8' });
  if (!isJson) return parseForm(text);
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new AppError('request.malformed', { cause: error });
  }
}

const style = `body{font:16px/1.5 system-ui;max-width:60rem;margin:0 auto;padding:1rem;color-scheme:light dark}
input,select,button{font:inherit;padding:.25rem .5rem}form{display:flex;flex-wrap:wrap;gap:.5rem}
td{padding:.25rem .75rem .25rem 0}td strong{font-size:1.5rem;letter-spacing:.1em}code,pre{overflow-wrap:anywhere}
pre{white-space:pre-wrap}article{border-top:1px solid gray}`;

function documentOf({ title, refreshSeconds }: DevelopmentPage, html: string): string {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds()}">` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>${html}</body></html>`;
}
