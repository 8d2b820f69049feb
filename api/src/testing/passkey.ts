import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { TestApplication } from './testApplication.ts';

/** A device with one passkey, as a browser would use it. */
export interface TestPasskey {
  readonly id: string;
  /** Its answer to a challenge, in the form of an action's `code`. */
  answer(options: unknown, change?: { readonly origin?: string; readonly unlocked?: boolean }): string;
  /** Its answer to the challenge of a log-in. */
  assertion(options: unknown): object;
}

/** A device whose passkey nobody has stored yet. */
export interface NewTestPasskey extends TestPasskey {
  /** COSE. */
  readonly publicKey: Buffer;
  /** What it says to the options of `startPasskey`. */
  attestation(options: unknown): object;
}

/** Passkeys belong to a site: the application has to think that it is this one. */
export const testPasskeyOrigin = 'http://localhost:3000';

/** Its owner was there and has unlocked it; the new key goes along. */
const [present, unlockedToo, withKey] = [0x01, 0x04, 0x40];

const digest = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A map of CBOR with small integer keys, as COSE keys are: kty 2 (EC2), alg −7 (ES256), crv 1 (P-256), x, y. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a50102032620012158', 'hex'), Buffer.from([32]), x, Buffer.from('225820', 'hex'), y]);

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }`, of at most 255 bytes. */
const noAttestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ]);

const clientData = (type: string, options: unknown, origin: string): Buffer => {
  const { challenge } = options as { challenge: string };
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
};

const authenticatorData = (rpId: string, flags: number): Buffer =>
  Buffer.concat([digest(rpId), Buffer.from([flags, 0, 0, 0, 0])]);

export function newTestPasskey(): NewTestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const cose = coseKey(Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url'));
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  const assert = (options: unknown, origin: string, flags: number): object => {
    const { rpId } = options as { rpId: string };
    const client = clientData('webauthn.get', options, origin);
    const data = authenticatorData(rpId, flags);
    return {
      ...credential,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, digest(client)]), privateKey).toString('base64url'),
      },
    };
  };
  return {
    id,
    publicKey: cose,
    answer(options, { origin = testPasskeyOrigin, unlocked = true } = {}) {
      const assertion = assert(options, origin, unlocked ? present | unlockedToo : present);
      return `passkey.${Buffer.from(JSON.stringify(assertion)).toString('base64url')}`;
    },
    assertion: (options) => assert(options, testPasskeyOrigin, present | unlockedToo),
    attestation(options) {
      const { rp } = options as { rp: { id: string } };
      const made = Buffer.concat([
        authenticatorData(rp.id, present | unlockedToo | withKey),
        // No model of a device, and the key's id by its length.
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        cose,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, testPasskeyOrigin).toString('base64url'),
          attestationObject: noAttestation(made).toString('base64url'),
        },
      };
    },
  };
}

/** Gives a member a passkey that was made `agedSeconds` ago. */
export async function givePasskey(app: TestApplication, username: string, agedSeconds: number): Promise<TestPasskey> {
  const passkey = newTestPasskey();
  await app.database.sql(
    `INSERT INTO passkey (id, member_id, public_key, counter, transports, name, created_at)
     SELECT $1, id, $2, 0, '{}', 'Test device', $3 FROM member WHERE username = $4`,
    [passkey.id, passkey.publicKey, new Date(app.clock.now().getTime() - agedSeconds * 1_000), username],
  );
  return passkey;
}
