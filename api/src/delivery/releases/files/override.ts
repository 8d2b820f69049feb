import { sign, verify } from 'node:crypto';
import { type FeatureName, type FeatureRelease, featureNames } from '@trellis/api-contract';
import { z } from 'zod';
import { type KeyRing, maySign, type SigningKey } from './signing.ts';

/** One feature from a developer's own machine, in the place of its release, for one browser and a short time. */
export interface Override {
  readonly feature: FeatureName;
  /** As its development server serves it: `base` is an address on the developer's own machine. */
  readonly release: FeatureRelease;
  readonly expiresAt: Date;
}

/** What is signed begins so: no signature of anything else can stand for an override. */
const purpose = 'trellis override 1\n';
export const longestOverrideHours = 12;

/** Only the machine that the browser itself runs on: a stolen override leads nobody to an outsider's code. */
export const isOwnMachine = (address: string): boolean =>
  URL.canParse(address) && /^(?:localhost|127\.0\.0\.1)$/.test(new URL(address).hostname);

const payloadShape = z.strictObject({
  feature: z.enum(featureNames),
  release: z.strictObject({
    release: z.string().max(80),
    base: z.url().refine(isOwnMachine),
    entry: z.string().regex(/^[A-Za-z0-9._-]+$/),
    global: z.string().max(120),
    integrity: z.literal(''),
    contract: z.int(),
    shared: z.record(z.string(), z.string()),
  }),
  expiresAt: z.iso.datetime(),
});

/** Signs an override as a token for a cookie. */
export function signOverride({ feature, release, expiresAt }: Override, { id, key }: SigningKey): string {
  const payload = Buffer.from(JSON.stringify({ feature, release, expiresAt: expiresAt.toISOString() }));
  const signature = sign(null, Buffer.concat([Buffer.from(purpose), payload]), key);
  return [payload.toString('base64url'), id, signature.toString('base64url')].join('.');
}

/** Reads a token; `undefined` if no key that may sign the feature has signed it, it has expired, or lasts longer than any may. */
export function readOverride(token: string, ring: KeyRing, now: Date): Override | undefined {
  const [encoded = '', keyId = '', signature = ''] = token.split('.');
  const key = ring.get(keyId)?.key;
  const payload = Buffer.from(encoded, 'base64url');
  const signed = Buffer.concat([Buffer.from(purpose), payload]);
  if (!key || !verify(null, signed, key, Buffer.from(signature, 'base64url'))) return undefined;
  const parsed = payloadShape.safeParse(JSON.parse(payload.toString()));
  if (!parsed.success || !maySign(ring, keyId, parsed.data.feature)) return undefined;
  const expiresAt = new Date(parsed.data.expiresAt);
  const left = expiresAt.getTime() - now.getTime();
  return left > 0 && left <= longestOverrideHours * 3_600_000 ? { ...parsed.data, expiresAt } : undefined;
}
