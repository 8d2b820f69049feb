import { z } from 'zod';
import { factorCode, label, password, time } from '../../schemas/fields.ts';
import { sessionMember } from '../access/schemas.ts';
import { passkeyActions } from '../security/actions.ts';

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/, { error: 'passkey.refused' });
/** What the browser's own interface takes and gives; its form is the W3C's (WebAuthn level 3, JSON). */
export const options = z.record(z.string(), z.unknown());
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

export const passkey = z
  .strictObject({ id: z.string(), name: z.string(), createdAt: time, lastUsedAt: time.nullable() })
  .meta({ id: 'Passkey' });

/** What a browser answers to a challenge. */
export const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

export const passkeySchemas = {
  startPasskeyLogIn: {
    summary: 'Begin a log-in with a passkey',
    body: z.strictObject({}),
    response: z.strictObject({ options }),
  },
  logInWithPasskey: {
    summary: 'Log in with a passkey, which stands for password and code',
    body: z.strictObject({ assertion }),
    response: z.strictObject({ member: sessionMember }),
  },
  startPasskey: { summary: 'Begin to add a passkey', body: z.strictObject({}), response: z.strictObject({ options }) },
  addPasskey: {
    summary: 'Add the passkey that a device has made',
    body: z.strictObject({
      name: label(40),
      password,
      code: factorCode.optional(),
      attestation: z.strictObject({
        ...credential,
        response: z.strictObject({
          clientDataJSON: base64url,
          attestationObject: base64url,
          authenticatorData: base64url.optional(),
          transports: z.array(z.string().max(20)).max(10).optional(),
          publicKeyAlgorithm: z.int().optional(),
          publicKey: base64url.optional(),
        }),
      }),
    }),
    response: z.strictObject({ passkey }),
  },
  startPasskeyProof: {
    summary: 'Begin to prove an action with a passkey, in place of a code',
    body: z.strictObject({ action: z.enum(passkeyActions) }),
    response: z.strictObject({ options }),
  },
  removePasskey: {
    summary: 'Remove one of my passkeys',
    body: z.strictObject({ id: base64url, password }),
    response: z.strictObject({}),
  },
};
