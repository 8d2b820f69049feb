import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { TestApplication } from './testApplication.ts';

/** A device with one passkey, as a browser would use it. */
export interface TestPasskey {
  readonly id: string;
  /** Its answer to a challenge, in the form of an action's `code`. */
  answer(options: unknown, change?: { readonly origin?: string; readonly unlocked?: boolean }): string;
}

/** Passkeys belong to a site: the application has to think that it is this one. */
export const testPasskeyOrigin = 'http://localhost:3000';

const digest = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A map of CBOR with small integer keys, as COSE keys are: kty 2 (EC2), alg −7 (ES256), crv 1 (P-256), x, y. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a50102032620012158', 'hex'), Buffer.from([32]), x, Buffer.from('225820', 'hex'), y]);

/** Gives a member a passkey that was made `agedSeconds` ago. */
export async function givePasskey(app: TestApplication, username: string, agedSeconds: number): Promise<TestPasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const [x, y] = [Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')];
  const id = randomBytes(32).toString('base64url');
  await app.database.sql(
    `INSERT INTO passkey (id, member_id, public_key, counter, transports, name, created_at)
     SELECT $1, id, $2, 0, '{}', 'Test device', $3 FROM member WHERE username = $4`,
    [id, coseKey(x, y), new Date(app.clock.now().getTime() - agedSeconds * 1_000), username],
  );
  return {
    id,
    answer(options, { origin = testPasskeyOrigin, unlocked = true } = {}) {
      const { challenge, rpId } = options as { challenge: string; rpId: string };
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
      const data = Buffer.concat([digest(rpId), Buffer.from([unlocked ? 0x05 : 0x01, 0, 0, 0, 0])]);
      const signature = sign('sha256', Buffer.concat([data, digest(clientData)]), privateKey);
      const assertion = {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
      return `passkey.${Buffer.from(JSON.stringify(assertion)).toString('base64url')}`;
    },
  };
}
