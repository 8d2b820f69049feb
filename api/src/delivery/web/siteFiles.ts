import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AudienceName, type Language, languages, languageTag } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import type { RequestState } from '../../platform/http/requestState.ts';
import { manifestAddress } from './siteTags.ts';
import { webTexts } from './webTexts.ts';

/**
 * By address: what a phone shows on its home screen and before it is put there, and others where a link is sent. The mark is drawn by
 * `npm run icons`, home by `npm run pictures -- --window --widths 375 --themes light --only '^member-home$'`; both then indexed.
 */
const names = [
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'maskable-192.png',
  'maskable-512.png',
  'share.png',
  ...languages.map((language) => `home-${languageTag[language]}.png` as const),
] as const;
const picture = (name: (typeof names)[number], size: string) => ({
  src: `/pictures/${name}`,
  sizes: size,
  type: 'image/png',
});
const day = 'public, max-age=86400';

/** Serves what others ask a site for: the mark as pictures, what a phone keeps on its home screen, and what may be searched. */
export function serveSiteFiles(audience: AudienceName, productName: string): Middleware<RequestState> {
  const robots = `User-agent: *\nDisallow: ${audience === 'member' ? '/api/' : '/'}\n`;
  const files = new Map<string, readonly [type: string, body: Buffer | string]>([
    ...names.map(
      (name) =>
        [`/pictures/${name}`, ['image/png', readFileSync(join(import.meta.dirname, 'pictures', name))]] as const,
    ),
    ...languages.map(
      (language) =>
        [
          manifestAddress(language),
          ['application/manifest+json', JSON.stringify(manifestOf(audience, productName, language))],
        ] as const,
    ),
    ['/robots.txt', ['text/plain; charset=utf-8', robots]],
  ]);
  return async (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    const file = isRead ? (files.get(context.url) ?? files.get(context.path)) : undefined;
    if (file === undefined) return next();
    [context.type, context.body] = file;
    context.set('Cache-Control', day);
  };
}

/** What a browser needs to put the product on a home screen. It is fetched without cookies, so its language is in its address. */
function manifestOf(audience: AudienceName, productName: string, language: Language): object {
  const { about, places } = webTexts[language];
  const common = {
    // What is on a home screen already stays the same app, whatever the language.
    id: '/',
    name: productName,
    short_name: productName,
    lang: languageTag[language],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0a1029',
    theme_color: '#122063',
    icons: ([192, 512] as const).flatMap((size) => [
      { ...picture(`icon-${size}.png`, `${size}x${size}`), purpose: 'any' },
      { ...picture(`maskable-${size}.png`, `${size}x${size}`), purpose: 'maskable' },
    ]),
  };
  if (audience === 'operator') return common;
  return {
    ...common,
    description: about,
    categories: ['finance'],
    shortcuts: [
      { name: places.records, url: '/wallet/records' },
      { name: places.deposit, url: '/wallet/topup' },
      { name: places.team, url: '/team' },
    ],
    screenshots: [
      {
        ...picture(`home-${languageTag[language]}.png`, '750x1624'),
        form_factor: 'narrow',
        label: places.wallet,
      },
    ],
  };
}
