import { type FeatureName, featureOfPath, featuresOf } from '@trellis/api-contract';
import { boot } from '../boot/document.ts';

/** Pages on the way into a session; a member's navigation has no place there. */
const accessSegments: readonly string[] = [
  'login',
  'signup',
  'verifyemail',
  'forgetpassword',
  'setpassword',
  'freeze',
  'keepfactor',
  'enrol',
];

const firstSegment = (pathname: string): string => pathname.toLowerCase().split('/')[1] ?? '';

/** The feature that owns an address; the router does not distinguish cases, so neither does this. */
export const ownerOf = (pathname: string, audience = boot.audience): FeatureName | undefined =>
  featureOfPath(`/${firstSegment(pathname)}`, audience);

export const isAccessPage = (pathname: string): boolean => accessSegments.includes(firstSegment(pathname));

/** Whether this page needs a session. Unknown addresses are public: they show that there is nothing. */
export function needsSession(pathname: string, audience = boot.audience): boolean {
  const owner = ownerOf(pathname, audience);
  const feature = featuresOf(audience).find(({ name }) => name === owner);
  return feature !== undefined && !feature.open?.includes(firstSegment(pathname));
}

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Where somebody has to go instead of `place`, if anywhere. */
export function redirectFrom(place: Place, loggedIn: boolean, audience = boot.audience): string | undefined {
  const { pathname, search, hash } = place;
  if (!loggedIn && needsSession(pathname, audience)) {
    const next = pathname + search + hash;
    return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
  }
  if (loggedIn && firstSegment(pathname) === 'login') return safeNext(new URLSearchParams(search).get('next'));
  return undefined;
}

function urlIn(path: string, origin: string): URL | undefined {
  try {
    return new URL(path, origin);
  } catch {
    return undefined;
  }
}

/** The page to open next: a path of this app, whatever a link may have asked for; after a log-in never the log-in again. */
export function safeNext(next: string | null, afterLogIn = true): string {
  const origin = 'https://app.invalid';
  // A backslash is a slash to a browser: `/\evil.example` names another host.
  const url = next?.startsWith('/') ? urlIn(next, origin) : undefined;
  if (!url || url.origin !== origin || (afterLogIn && firstSegment(url.pathname) === 'login')) return '/';
  return url.pathname + url.search + url.hash;
}
