import type pg from 'pg';
import { SecretBox } from '../../api/src/testing/index.ts';

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
