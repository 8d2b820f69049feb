import { cookieName } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';

/** The cookie that one audience's sessions live in. */
export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
  readonly maximumAgeSeconds: number;
}

/**
 * `__Host-` cookies need https; over plain http in development (Safari stores no Secure cookie there) the cookie has an
 * ordinary name, which production does not know.
 */
function cookieAt(origin: string, name: string, maximumAgeSeconds: number): SessionCookie {
  const secure = origin.startsWith('https://');
  return { name: `${secure ? '__Host-' : 'trellis-dev-'}${name}`, secure, maximumAgeSeconds };
}

export const memberCookie = (config: Config): SessionCookie => cookieAt(config.publicOrigin, 'session', 24 * 3600);

export const operatorCookie = (config: Config): SessionCookie => cookieAt(config.opsOrigin, 'ops-session', 8 * 3600);

/** Names a browser that a member has used before; of no use without the password. */
export const deviceCookie = (config: Config): SessionCookie => cookieAt(config.publicOrigin, 'device', 365 * 86_400);

/** All values that a request brings under the plain name of a cookie of ours. */
export type OwnCookies = (name: string) => string[];

/** @param header of the request @param isSecure the host is reached over TLS: what has another name is not ours */
export const ownCookies =
  (header: string | undefined, isSecure: boolean): OwnCookies =>
  (name) =>
    cookieValues(header, cookieName(name, isSecure));

/** `Set-Cookie` value of a reader's choice, as the pages themselves keep it: for a year, and readable by them. */
export const choiceCookie = (key: string, value: string, isSecure: boolean): string =>
  `${cookieName(key, isSecure)}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** `Set-Cookie` value that stores the token, or removes the cookie if there is none. */
export function sessionCookie({ name, secure, maximumAgeSeconds }: SessionCookie, token: string | undefined): string {
  const age = token === undefined ? 0 : maximumAgeSeconds;
  return `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;
}

/** Every value of a cookie's name: two values under one name is an attack, and the caller refuses it. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
