import type { IncomingMessage } from 'node:http';
import { type Config, developmentOpsHost } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';

/** Host names with port under which an audience is served, and the origin that a page under each of them has. */
export type Hosts = ReadonlyMap<string, string>;

/** Names under which members are served: the public one, and loopback while it is not in production. */
export function memberHosts({ publicOrigin, production }: Config, port: number): Hosts {
  return hostsOf(publicOrigin, production ? [] : [`localhost:${port}`, `127.0.0.1:${port}`]);
}

/** Names under which operators are served: never one of the members'. */
export function operatorHosts({ opsOrigin, production }: Config, port: number): Hosts {
  return hostsOf(opsOrigin, production ? [] : [`${developmentOpsHost}:${port}`]);
}

function hostsOf(address: string, loopback: readonly string[]): Hosts {
  const { host, origin } = new URL(address);
  return new Map([...loopback.map((each) => [each, `http://${each}`] as const), [host, origin]]);
}

/** The host that a request names; `undefined` if it names none, or several: a proxy may have looked at another one. */
export function hostOf({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [host, another] = headersDistinct.host ?? [];
  return another === undefined ? host : undefined;
}

/**
 * Lets an unsafe method pass only if our own page sent it. Browsers say so in `Sec-Fetch-Site`, which no page can
 * forge; where the header is absent, `Origin` must be there, and where it is there, that of this very host, with its
 * scheme and port. Cookies alone prove nothing: they ignore ports.
 * @throws AppError auth.forbidden
 */
export function checkSameOrigin(request: IncomingMessage, hosts: Hosts): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const ownOrigin = origin !== undefined && origin === hosts.get(hostOf(request) ?? '');
  if (origin !== undefined && !ownOrigin) throw new AppError('auth.forbidden');
  if (site === undefined ? !ownOrigin : site !== 'same-origin') throw new AppError('auth.forbidden');
}

/** Whether another site's page led here. What no page led to (an address typed in, a bookmark) does not come from elsewhere. */
export function comesFromElsewhere({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'none' && site !== 'same-origin';
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
