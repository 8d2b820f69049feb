import type { IncomingMessage } from 'node:http';
import { type Config, developmentOpsHost } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';

/** Names under which members are served: the public one, and loopback while it is not in production. */
export function memberHosts({ publicOrigin, production }: Config, port: number): ReadonlySet<string> {
  return hostsOf(publicOrigin, production ? [] : [`localhost:${port}`, `127.0.0.1:${port}`]);
}

/** Names under which operators are served: never one of the members'. */
export function operatorHosts({ opsOrigin, production }: Config, port: number): ReadonlySet<string> {
  return hostsOf(opsOrigin, production ? [] : [`${developmentOpsHost}:${port}`]);
}

const hostsOf = (origin: string, others: readonly string[]): ReadonlySet<string> =>
  new Set([new URL(origin).host, ...others]);

/**
 * Lets an unsafe method pass only if our own page sent it. Browsers say so in `Sec-Fetch-Site`, which no page can
 * forge; where the header is absent, `Origin` must be ours. Cookies alone prove nothing: they ignore ports.
 * @throws AppError auth.forbidden
 */
export function checkSameOrigin(request: IncomingMessage, hosts: ReadonlySet<string>): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const ownOrigin = origin !== undefined && URL.canParse(origin) && hosts.has(new URL(origin).host);
  if (origin !== undefined && !ownOrigin) throw new AppError('auth.forbidden');
  if (site === undefined ? !ownOrigin : site !== 'same-origin') throw new AppError('auth.forbidden');
}

/** The member's address: the socket's, or what our own proxies (and nobody before them) put in front of it. */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = request.headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || direct;
}

/** Limits count IPv6 by its /64, which one subscriber owns whole. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}
