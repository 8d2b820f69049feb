import { codePattern, emailPattern } from '@trellis/api-contract';

/** What the link in the mail carries: `/verifyEmail#email=…&code=…`. */
export interface MailLink {
  readonly email: string;
  readonly code: string;
}

let link: MailLink | undefined;
let token: string | undefined;

/** Pages whose link carries nothing but a token. */
const tokenPages: readonly string[] = ['/freeze', '/keepfactor'];

/**
 * Takes the values out of the address bar before anything is requested: they must not reach a server's log, a
 * referrer or the history. They are in the fragment, which browsers do not send.
 */
export function takeMailLink(): void {
  const { pathname, hash } = window.location;
  const page = pathname.toLowerCase();
  const carriesToken = tokenPages.includes(page);
  if (hash === '' || (page !== '/verifyemail' && !carriesToken)) return;
  if (carriesToken) token = hash.slice(1);
  else link = readMailLink(hash);
  window.history.replaceState(window.history.state, '', pathname);
}

/** The link this page was opened by, if it was. */
export const mailLink = (): MailLink | undefined => link;

/** What `/freeze#…` or `/keepFactor#…` was opened with, from a mail. */
export const linkToken = (): string | undefined => token;

/** Reads a fragment; `undefined` if it is not a link of ours. */
export function readMailLink(hash: string): MailLink | undefined {
  const values = new URLSearchParams(hash.slice(1));
  const email = values.get('email') ?? '';
  const code = values.get('code') ?? '';
  return emailPattern.test(email) && codePattern.test(code) ? { email, code } : undefined;
}
