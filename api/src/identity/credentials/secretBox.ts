import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** A secret as the database keeps it. */
export interface SealedSecret {
  /** Nonce, tag and ciphertext. */
  readonly sealed: Buffer;
  /** Which key of the ring opens it. */
  readonly keyId: string;
}

/** The key that a secret is sealed under is no longer among SECRET_KEYS: nobody can open it. */
export class SecretKeyMissing extends Error {
  override readonly name = 'SecretKeyMissing';
}

/**
 * Secrets at rest: AES-256-GCM under keys that are derived from the process's ring (HKDF-SHA256). The first seals, all
 * open, so keys are changed by putting a new one in front.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** @param purpose keys for one purpose open nothing of another */
  constructor(secrets: readonly Buffer[], purpose: string) {
    const derive = (secret: Buffer, use: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', `trellis ${purpose} ${use}`, bytes));
    this.#keys = new Map(
      secrets.map((secret) => [derive(secret, 'key id', 8).toString('hex'), derive(secret, 'key', 32)]),
    );
  }

  /** @param owner belongs to the secret: in another owner's row it does not open */
  seal(secret: string, owner: string): SealedSecret {
    const [first] = this.#keys;
    if (!first) throw new Error('no secret key');
    const [keyId, key] = first;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]), keyId };
  }

  /** Names of the keys, the newest first. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** @throws SecretKeyMissing if the key is no longer in the ring; Error if the bytes are not what was sealed for this owner */
  open({ sealed, keyId }: SealedSecret, owner: string): string {
    const key = this.#keys.get(keyId);
    if (!key) throw new SecretKeyMissing(`secret key ${keyId} is not in the ring`);
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  }

  /** Whether a secret should be sealed again, because its key is on the way out. */
  isOutdated({ keyId }: SealedSecret): boolean {
    return keyId !== this.#keys.keys().next().value;
  }
}
