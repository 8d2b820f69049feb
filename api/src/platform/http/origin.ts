import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
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

/** What limits count by: one subscriber, or a range that one subscriber may own. */
export interface Network {
  /** An IPv4 address, or an IPv6 range such as `2001:db8:0:1::/64`, written in one way whatever way it came in. */
  readonly key: string;
  /** How many times what one subscriber may have it may have. */
  readonly times: number;
}

/**
 * A subscriber's IPv6 is a /64; a home is often given a /56, a business a /48, and each has all addresses in it. Many
 * subscribers may share the wider ones, so these have more.
 */
const ipv6Ranges = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 8 },
] as const;

/**
 * Networks that an address belongs to, narrowest first. IPv4 is one of its own, also written as IPv6 (`::ffff:`, dotted
 * or hexadecimal). What is no address is counted as it is written.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  // As some proxies forward it: with a port, and IPv6 then in brackets.
  const plain = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  if (!ipaddr.isValid(plain)) return [{ key: plain, times: 1 }];
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), times: 1 }];
  const bytes = parsed.toByteArray();
  const rangeOf = ({ bits, times }: (typeof ipv6Ranges)[number]): Network => {
    const first = ipaddr.fromByteArray(bytes.map((byte, at) => (at < bits / 8 ? byte : 0)));
    return { key: `${first.toString()}/${bits}`, times };
  };
  const [narrowest, ...wider] = ipv6Ranges;
  return [rangeOf(narrowest), ...wider.map(rangeOf)];
}

/** The narrowest of `networksOf`. */
export const networkOf = (address: string): string => networksOf(address)[0].key;

/** The widest of `networksOf`: whoever owns it is one, however many addresses they use. */
export const widestNetworkOf = (address: string): string => (networksOf(address).at(-1) ?? networksOf(address)[0]).key;
