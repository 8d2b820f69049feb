import type { Page, Route } from '@playwright/test';
import type { FeatureNameOf } from '@trellis/api-contract';
import type { Breach } from './breaches.ts';

/** A server's own words, which no member may see. */
const rawText = 'upstream refused at proxy.js:12:34';
const plain = { contentType: 'text/plain', body: rawText };
const script = { status: 200, contentType: 'text/javascript' };
/** Answers with the real file, changed on the way. No later document of the same browser finds it in the cache. */
export const changed = (change: (text: string) => string) => async (route: Route) => {
  // The browser knows the console's host name; this machine may not.
  const url = route.request().url().replace('//ops.localhost', '//localhost');
  const host = new URL(route.request().url()).host;
  // The server may be closing the connection that was kept since the last file.
  const response = await route.fetch({ url, headers: { ...route.request().headers(), host }, maxRetries: 2 });
  const headers = { ...response.headers(), 'cache-control': 'no-store' };
  await route.fulfill({ response, headers, body: change(await response.text()) });
};

/** What a file's address answers instead of the file. */
export const answers = {
  'not found': (route: Route) => route.fulfill({ status: 404, ...plain }),
  'connection refused': (route: Route) => route.abort('connectionrefused'),
  hanging: () => new Promise<void>(() => undefined),
  '5xx, then well': (route: Route) => route.fulfill({ status: 503, ...plain }),
  'HTML with status 200': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: `<!doctype html><p>${rawText}</p>` }),
  'HTML as a script': (route: Route) => route.fulfill({ ...script, body: `<!doctype html><p>${rawText}</p>` }),
  empty: (route: Route) => route.fulfill({ ...script, body: '' }),
  truncated: changed((text) => text.slice(0, text.length / 2)),
  'wrong digest': changed((text) => `${text}\n;window.tampered = true;`),
} as const;

/**
 * Breaks a file on its way to a page. @returns what heals the network: whatever is asked for from then on arrives, and a
 * request that hangs goes on hanging. `unroute` would let it through alongside the retry, or before it.
 */
export async function breakFile(page: Page, address: RegExp, answer: (route: Route) => unknown): Promise<() => void> {
  let isBroken = true;
  await page.route(address, async (route) => {
    if (isBroken) await answer(route);
    else await route.continue();
  });
  return () => {
    isBroken = false;
  };
}

/** Chunk and ending of a feature's files, as the build names them. */
export const files = {
  entry: { chunk: 'entry', ending: 'js' },
  'exposed module': { chunk: 'feature', ending: 'js' },
  screen: { chunk: 'home', ending: 'js' },
  texts: { chunk: 'texts-[a-z]+', ending: 'js' },
  style: { chunk: 'home', ending: 'css' },
} as const;
type File = keyof typeof files;

/** A fault in transit, and what the card calls it: the closed union's type. Each is over when the network is well. */
export const inTransit = [
  ['entry', 'not found', 'missing'],
  ['entry', 'connection refused', 'other'],
  ['entry', 'hanging', 'timeout'],
  ['entry', '5xx, then well', 'other'],
  ['entry', 'HTML with status 200', 'other'],
  ['entry', 'wrong digest', 'other'],
  ['exposed module', 'HTML as a script', 'other'],
  ['exposed module', 'empty', 'other'],
  ['exposed module', 'truncated', 'other'],
  ['screen', 'hanging', 'timeout'],
  ['screen', 'not found', 'missing'],
  ['screen', '5xx, then well', 'other'],
  ['screen', 'wrong digest', 'other'],
  ['texts', 'connection refused', 'other'],
  ['style', 'hanging', 'timeout'],
  ['style', 'truncated', 'other'],
] as const satisfies readonly (readonly [File, keyof typeof answers, 'missing' | 'timeout' | 'other'])[];

/** A fault of the release itself, whose bytes are signed and whole; trying again cannot help. */
export const ofRelease = [
  ['throws while loading', 'its start is broken'],
  ['throws while drawing', 'its screen is broken'],
  ['missing export', 'exposes no feature module'],
  ['shared version too new', 'react ^99.0.0'],
] as const satisfies readonly (readonly [Breach, detail: string])[];

/** The plan has no stylesheet of its own. */
export const hasFile = (feature: FeatureNameOf<'member'>, file: File): boolean =>
  !(feature === 'plan' && file === 'style');
