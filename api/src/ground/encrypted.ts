import { isIPv4 } from 'node:net';

/** A host of one's own, alongside this process: nobody is in between. */
export const isPrivate = (host: string): boolean =>
  host === 'localhost' ||
  host === '[::1]' ||
  host.endsWith('.internal') ||
  (isIPv4(host) && /^(127|10|192\.168|172\.(1[6-9]|2[0-9]|3[01]))\./.test(host));

/** Whether nobody in between can read or change what a database is shown: it has to prove by a certificate who it is. */
export function isEncryptedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  // Either would have the last word over what is looked at here.
  if (searchParams.has('host') || searchParams.has('ssl')) return false;
  const modes = searchParams.getAll('sslmode');
  return (modes.length === 0 && isPrivate(hostname)) || (modes.length === 1 && modes[0] === 'verify-full');
}

/** The same for a mail server, which by itself would take codes in the clear where TLS is not to be had. */
export function isEncryptedMail(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const names = [...searchParams.keys()];
  if (names.some((name) => /^(tls|secure|ignoreTLS|opportunisticTLS)/i.test(name))) return false;
  const isRequired = searchParams.getAll('requireTLS').join() === 'true';
  return protocol === 'smtps:' || isRequired || (isPrivate(hostname) && names.length === 0);
}
