import { parse as parseForm } from 'node:querystring';
import type { Middleware } from 'koa';
import rawBody from 'raw-body';
import { type Clock, DevelopmentClock } from '../clock.ts';
import type { RequestState } from '../http/pipeline.ts';
import { AppError } from '../http/problem.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const maximumBytes = 1_024;
/** Longer than the longest term of the product. */
const mostHours = 400 * 24;

/**
 * The development clock, at `/dev/clock`: puts the product's time forward, for what takes a day or a term. Never back: what has
 * happened has happened. Loopback only. Production, whose clock is the real one, does not have this page at all.
 */
export function serveDevelopmentClock(clock: Clock): Middleware<RequestState> {
  if (!(clock instanceof DevelopmentClock)) return (_context, next) => next();
  return async (context, next) => {
    if (context.path !== '/dev/clock' && context.path !== '/dev/clock.json') return next();
    if (!loopback.has(context.req.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
    const isJson = context.path.endsWith('.json');
    if (context.method === 'POST') {
      // Another site has no business with it.
      if (!['same-origin', undefined].includes(context.get('Sec-Fetch-Site') || undefined))
        throw new AppError('auth.forbidden');
      const text = await rawBody(context.req, { limit: maximumBytes, encoding: 'utf8' });
      clock.advance(readHours(isJson ? parseJson(text) : parseForm(text)) * 3_600_000);
    }
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    const now = clock.now().toISOString();
    const aheadHours = clock.aheadMs() / 3_600_000;
    if (isJson) {
      context.type = 'application/json';
      context.body = JSON.stringify({ now, aheadHours });
    } else {
      context.type = 'text/html; charset=utf-8';
      context.body = page(now, aheadHours);
    }
  };
}

/** @throws AppError request.malformed */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('request.malformed', { cause: error });
  }
}

/** @throws AppError request.malformed */
function readHours(body: unknown): number {
  const { hours } = (body ?? {}) as Record<string, unknown>;
  const wanted = Number(hours);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > mostHours) throw new AppError('request.malformed');
  return wanted;
}

const page = (now: string, aheadHours: number): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Development clock</title>
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:0 auto;padding:1rem;color-scheme:light dark}input,button{font:inherit;padding:.25rem .5rem}form{display:flex;flex-wrap:wrap;gap:.5rem}</style></head>
<body><h1>Development clock</h1><p>The product's time is <time>${now}</time>, ${aheadHours} hours ahead of this machine's.</p>
<form method="post" action="/dev/clock"><label>Put it forward by <input name="hours" value="25" size="5" inputmode="numeric" required> hours</label><button>Put forward</button></form>
<p>Sessions end as if nobody had been there; log in again. It never goes back, except with the data folder.</p></body></html>`;
