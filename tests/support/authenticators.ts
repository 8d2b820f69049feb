import { setTimeout as delay } from 'node:timers/promises';
import { generateSync } from 'otplib';
import type pg from 'pg';
import { SecretBox } from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/**
 * Binds an authenticator with this secret to members of a running product, as if each had gone the whole way.
 * @param key what the product was given as SECRET_KEYS
 */
export async function bindAuthenticators(
  admin: pg.Client,
  members: readonly string[],
  secret: string,
  key: Buffer,
): Promise<void> {
  const box = new SecretBox([key], 'member google codes');
  const sealed = members.map((id) => ({ id, ...box.seal(secret, id) }));
  await admin.query(
    `UPDATE member m SET google_secret = s.secret, google_key = s.key, google_bound_at = now(), google_step = 0
       FROM unnest($1::bigint[], $2::bytea[], $3::text[]) AS s (id, secret, key) WHERE m.id = s.id`,
    [sealed.map(({ id }) => id), sealed.map(({ sealed: bytes }) => bytes), sealed.map(({ keyId }) => keyId)],
  );
}

const stepSeconds = 30;
/** A code is good in its own step and the one after: so long before the end of that one, whoever types still has time. */
const enoughSeconds = 15;

/**
 * An authenticator that was given this address (`otpauth:`).
 * @returns gives a code that was not used yet, as each is good once: the one before while it is good for long enough, then
 *   the present one, or else the next, when its time has come
 */
export function authenticatorOf(otpauthUri: string, product: Product): () => Promise<string> {
  const secret = URL.parse(otpauthUri)?.searchParams.get('secret') ?? '';
  let last = 0;
  return async () => {
    for (;;) {
      const now = await productSeconds(product);
      const present = Math.floor(now / stepSeconds);
      const left = stepSeconds - (now % stepSeconds);
      const step = left >= enoughSeconds && present - 1 > last ? present - 1 : present;
      if (step > last) {
        last = step;
        return generateSync({ secret, epoch: step * stepSeconds, period: stepSeconds });
      }
      await delay(left * 1_000);
    }
  };
}

/** The product's time, in whole seconds: codes go by it, also where it was put forward. */
async function productSeconds({ origin }: Product): Promise<number> {
  const { now } = (await (await fetch(`${origin}/dev/clock.json`)).json()) as { now: string };
  return Math.floor(Date.parse(now) / 1000);
}

/** Puts the product's time forward by whole hours. Nobody was there meanwhile: sessions end. */
export async function putForward({ origin }: Product, hours: number): Promise<void> {
  const answer = await fetch(`${origin}/dev/clock.json`, { method: 'POST', body: JSON.stringify({ hours }) });
  if (!answer.ok) throw new Error(`the clock: ${answer.status}`);
}
