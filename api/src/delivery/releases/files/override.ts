import { createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import { type FeatureName, type FeatureRelease, featureNames, featuresOf } from '@trellis/api-contract';
import { z } from 'zod';
import { type KeyRing, maySign, type SigningKey } from './signing.ts';

/** One feature from a developer's own machine, in the place of its release, for one browser and a short time. */
export interface Override {
  readonly feature: FeatureName;
  /** As its development server serves it: `base` is an address on the developer's own machine. */
  readonly release: FeatureRelease;
  readonly signedAt: Date;
  readonly expiresAt: Date;
}

/** What is signed begins so: no signature of anything else can stand for an override. */
const purpose = 'trellis override 2\n';
const cookiePurpose = 'trellis override cookie 1\n';
export const longestOverrideHours = 12;

/** Only the machine that the browser itself runs on: a stolen override leads nobody to an outsider's code. */
export const isOwnMachine = (address: string): boolean =>
  URL.canParse(address) && /^(?:localhost|127\.0\.0\.1)$/.test(new URL(address).hostname);

/** The shell is what features come into, and the console decides on money: neither ever comes from elsewhere. */
export const isOverridable = (feature: string): boolean => featuresOf('member').some(({ name }) => name === feature);

const payloadShape = z.strictObject({
  feature: z.enum(featureNames).refine(isOverridable),
  release: z.strictObject({
    release: z.string().max(80),
    base: z.url().refine(isOwnMachine),
    entry: z.string().regex(/^[A-Za-z0-9._-]+$/),
    global: z.string().max(120),
    integrity: z.literal(''),
    contract: z.int(),
    shared: z.record(z.string(), z.string()),
  }),
  signedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

/** Signs an override as the token of a link. */
export function signOverride({ feature, release, signedAt, expiresAt }: Override, { id, key }: SigningKey): string {
  const payload = Buffer.from(
    JSON.stringify({ feature, release, signedAt: signedAt.toISOString(), expiresAt: expiresAt.toISOString() }),
  );
  const signature = sign(null, Buffer.concat([Buffer.from(purpose), payload]), key);
  return [payload.toString('base64url'), id, signature.toString('base64url')].join('.');
}

export interface SignedOverride extends Override {
  readonly keyId: string;
}

/**
 * Reads the token of a link; `undefined` if no key that may sign the feature has signed it, if it has expired, or if it was
 * signed for longer than any may last, however little is left of that.
 */
export function readOverride(token: string, ring: KeyRing, now: Date): SignedOverride | undefined {
  const [encoded = '', keyId = '', signature = ''] = token.split('.');
  const key = ring.get(keyId)?.key;
  const payload = Buffer.from(encoded, 'base64url');
  const signed = Buffer.concat([Buffer.from(purpose), payload]);
  if (!key || !verify(null, signed, key, Buffer.from(signature, 'base64url'))) return undefined;
  const override = parsePayload(payload, now);
  return override && maySign(ring, keyId, override.feature) ? { ...override, keyId } : undefined;
}

function parsePayload(payload: Buffer, now: Date): Override | undefined {
  const parsed = payloadShape.safeParse(JSON.parse(payload.toString()));
  if (!parsed.success) return undefined;
  const [signedAt, expiresAt] = [new Date(parsed.data.signedAt), new Date(parsed.data.expiresAt)];
  const isShort = expiresAt.getTime() - signedAt.getTime() <= longestOverrideHours * 3_600_000;
  // Two machines' clocks are seldom further apart.
  const isBegun = signedAt.getTime() <= now.getTime() + 60_000;
  return isShort && isBegun && now < expiresAt ? { ...parsed.data, signedAt, expiresAt } : undefined;
}

/** What an override holds for: while any of it is another, the override is over. */
export interface OverrideScope {
  /** The browser that opened the link, by its session or, without one, by its own name. */
  readonly browser: string;
  /** The last time that anything of its feature was taken back, by its event. */
  readonly takenBack: string;
}

/** An override as the server's own word, for the cookie of the browser that opened its link. */
export function sealOverride(override: SignedOverride, scope: OverrideScope, secrets: readonly Buffer[]): string {
  const [secret] = secrets;
  if (!secret) throw new Error('no secret key');
  const payload = Buffer.from(JSON.stringify(override)).toString('base64url');
  return `${payload}.${macOf(payload, scope, secret).toString('base64url')}`;
}

/** Reads such a cookie. @param scopesOf of a feature; several where a browser is known by several names */
export function openOverride(
  cookie: string,
  scopesOf: (feature: FeatureName) => readonly OverrideScope[],
  secrets: readonly Buffer[],
  ring: KeyRing,
  now: Date,
): Override | undefined {
  const [payload = '', encoded = ''] = cookie.split('.');
  const read = z.looseObject({ feature: z.enum(featureNames), keyId: z.string() }).safeParse(parseJson(payload));
  if (!read.success) return undefined;
  const { feature, keyId } = read.data;
  const mac = Buffer.from(encoded, 'base64url');
  const isOurs = secrets.some((secret) =>
    scopesOf(feature).some((scope) => {
      const expected = macOf(payload, scope, secret);
      return mac.length === expected.length && timingSafeEqual(mac, expected);
    }),
  );
  // A key that has left the ring takes along what it has opened.
  if (!isOurs || !maySign(ring, keyId, feature)) return undefined;
  const { keyId: _, ...own } = read.data;
  return parsePayload(Buffer.from(JSON.stringify(own)), now);
}

const macOf = (payload: string, { browser, takenBack }: OverrideScope, secret: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update(cookiePurpose + JSON.stringify([browser, takenBack, payload]))
    .digest();

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return undefined;
  }
}
