import { ECDH } from 'node:crypto';

/** Chrome and Edge by Google's, Firefox, Safari, and Edge on Windows. */
const services =
  /^(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)*(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/;

/**
 * Whether messages may be sent there. A browser names the address and the server calls it: anything but a push service would be a way
 * into the operators' network.
 * @param isLocalToo in development one on this machine
 */
export function isPushService(endpoint: string, isLocalToo: boolean): boolean {
  if (endpoint.length > 2048 || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (isLocalToo && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && services.test(hostname);
}

/** Whether a message can be sealed for it: a point of the curve, and not any text of that length. */
export function isPublicKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === p256dh;
  } catch {
    return false;
  }
}
