import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AudienceName } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import type { RequestState } from '../../platform/http/requestState.ts';

/** By address: what a phone shows on its home screen, and others where a link is sent. */
const names = ['icon-180.png', 'icon-512.png', 'share.png'] as const;
const day = 'public, max-age=86400';

/** Serves what others ask a site for: the mark as pictures, what a phone keeps on its home screen, and what may be searched. */
export function serveSiteFiles(audience: AudienceName, productName: string): Middleware<RequestState> {
  const manifest = JSON.stringify({
    name: productName,
    short_name: productName,
    start_url: '/',
    display: 'standalone',
    background_color: '#0a1029',
    theme_color: '#122063',
    icons: [180, 512].map((size) => ({
      src: `/pictures/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  });
  const robots = `User-agent: *\nDisallow: ${audience === 'member' ? '/api/' : '/'}\n`;
  const files = new Map<string, readonly [type: string, body: Buffer | string]>([
    ...names.map(
      (name) =>
        [`/pictures/${name}`, ['image/png', readFileSync(join(import.meta.dirname, 'pictures', name))]] as const,
    ),
    ['/manifest.webmanifest', ['application/manifest+json', manifest]],
    ['/robots.txt', ['text/plain; charset=utf-8', robots]],
  ]);
  return async (context, next) => {
    const file = context.method === 'GET' || context.method === 'HEAD' ? files.get(context.path) : undefined;
    if (file === undefined) return next();
    [context.type, context.body] = file;
    context.set('Cache-Control', day);
  };
}
