import { createECDH, hkdfSync } from 'node:crypto';

/** A key pair by which push services know whose messages they are (RFC 8292), as base64url. */
export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * One key for each secret, in the same order: browsers subscribe with the first, and those that did with another are still sent to.
 * A browser whose key is gone subscribes again with its next page.
 */
export const pushKeysOf = (secrets: readonly Buffer[]): readonly PushKey[] =>
  secrets.map((secret) => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'trellis push 1', 32)));
    return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
  });
