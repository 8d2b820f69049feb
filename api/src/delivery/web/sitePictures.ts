import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import type { RequestState } from '../../platform/http/requestState.ts';

/** By address: what a phone shows on its home screen, and others where a link is sent. */
const names = ['icon-180.png', 'icon-512.png', 'share.png'] as const;
const day = 'public, max-age=86400';

/** Serves the mark as pictures, and what a phone needs to keep the product on its home screen. */
export function servePictures(productName: string): Middleware<RequestState> {
  const pictures = new Map(
    names.map((name) => [`/pictures/${name}`, readFileSync(join(import.meta.dirname, 'pictures', name))]),
  );
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
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    const picture = pictures.get(context.path);
    if (picture === undefined && context.path !== '/manifest.webmanifest') return next();
    context.type = picture === undefined ? 'application/manifest+json' : 'image/png';
    context.set('Cache-Control', day);
    context.body = picture ?? manifest;
  };
}
