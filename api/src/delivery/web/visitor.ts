import { createHash, randomBytes } from 'node:crypto';
import { cookieName } from '@trellis/api-contract';
import type { Audience } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import type { OwnCookies } from '../../platform/http/cookies.ts';
import type { Subject } from '../releases/live/assignment.ts';

const name = 'visitor';
const pattern = /^[A-Za-z0-9_-]{22}$/;
const longestSeconds = 365 * 24 * 3600;

/**
 * Who counts for roll-outs: a member, else the browser by its cookie, else nobody in particular. Operators count by their
 * browser: what notifies their pages of releases must not look at their sessions, or these would never end.
 */
export function subjectOf<C extends Call>(
  { kind, idOf }: Pick<Audience<C>, 'kind' | 'idOf'>,
  caller: C,
  cookies: OwnCookies,
): Subject {
  const id = kind === 'member' ? idOf(caller) : undefined;
  return id === undefined ? browserOf(cookies) : { member: id };
}

export const browserOf = (cookies: OwnCookies): Subject => ({ visitor: visitorOf(cookies) ?? '' });

/** Whether this browser has been given its cookie. */
export const visitorOf = (cookies: OwnCookies): string | undefined =>
  cookies(name).find((value) => pattern.test(value));

/**
 * A new browser's name: it says nothing about whose it is.
 * @param token of the browser or its session, where it has one: pages that it opens at the same moment get the same name
 */
export const newVisitor = (token?: string): string =>
  token === undefined
    ? randomBytes(16).toString('base64url')
    : createHash('sha256').update(`visitor ${token}`).digest().subarray(0, 16).toString('base64url');

/** Lax, so that a link from elsewhere leads to the same releases. */
export const visitorCookie = (visitor: string, isSecure: boolean): string =>
  `${cookieName(name, isSecure)}=${visitor}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${longestSeconds}${isSecure ? '; Secure' : ''}`;
