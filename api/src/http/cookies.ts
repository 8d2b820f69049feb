import type { Config } from '../config.ts';

/**
 * The session cookie's name. `__Host-` cookies need https; over plain http in development (Safari stores no Secure
 * cookie there) the cookie has an ordinary name, which production does not know.
 */
export const sessionCookieName = (config: Config): string =>
  config.publicOrigin.startsWith('https://') ? '__Host-session' : 'trellis-dev-session';

/** `Set-Cookie` value that stores the token, or removes the cookie if there is none. */
export function sessionCookie(config: Config, token: string | undefined, maximumAgeSeconds: number): string {
  const secure = config.publicOrigin.startsWith('https://') ? '; Secure' : '';
  const age = token === undefined ? 0 : maximumAgeSeconds;
  return `${sessionCookieName(config)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`;
}

/** Every value of a cookie's name: two values under one name is an attack, and the caller refuses it. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
