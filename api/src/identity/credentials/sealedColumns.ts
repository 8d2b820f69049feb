import type { Database } from '../../platform/db/database.ts';
import { SecretBox } from './secretBox.ts';

/** What each kind of secret is sealed for: keys of one purpose open nothing of another. */
export const secretPurposes = { memberGoogle: 'member google codes', operatorGoogle: 'operator totp' } as const;

/** Every column that keeps a sealed secret: whose it is, the secret, and the key that it is under. */
const sealedColumns = [
  { table: 'member', owner: 'id', secret: 'google_secret', key: 'google_key', purpose: secretPurposes.memberGoogle },
  { table: 'google_binding', owner: 'member_id', secret: 'secret', key: 'key', purpose: secretPurposes.memberGoogle },
  { table: 'operator', owner: 'id', secret: 'totp_secret', key: 'totp_key', purpose: secretPurposes.operatorGoogle },
] as const;

/** How many secrets of a table are sealed under which key. */
export interface SealedCount {
  readonly table: string;
  readonly keyId: string;
  readonly count: number;
  /** `newest`: the first key of SECRET_KEYS; `older`: another of them; `missing`: none, so nobody can open them. */
  readonly key: 'newest' | 'older' | 'missing';
}

/** @param secrets SECRET_KEYS, the newest first */
export async function countSealed(database: Database, secrets: readonly Buffer[]): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, secret, key, purpose } of sealedColumns) {
    const { keyIds } = new SecretBox(secrets, purpose);
    const rows = await database.rows<{ keyId: string; count: number }>(
      `SELECT ${key} AS "keyId", count(*)::int AS count FROM ${table} WHERE ${secret} IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    for (const { keyId, count } of rows) {
      const place = keyIds.indexOf(keyId);
      counts.push({ table, keyId, count, key: place === 0 ? 'newest' : place > 0 ? 'older' : 'missing' });
    }
  }
  return counts;
}

const pageSize = 500;

/**
 * Seals every secret that is under an older key again with the newest one. What somebody changes meanwhile is left as they
 * have it; what no key opens stays as it is. It can be stopped and run again.
 * @returns how many were sealed
 */
export async function sealAgain(database: Database, secrets: readonly Buffer[]): Promise<number> {
  let sealed = 0;
  for (const { table, owner, secret, key, purpose } of sealedColumns) {
    const box = new SecretBox(secrets, purpose);
    const older = box.keyIds.slice(1);
    for (let after = '0'; ; ) {
      const rows = await database.rows<{ owner: string; sealed: Buffer; keyId: string }>(
        `SELECT ${owner} AS owner, ${secret} AS sealed, ${key} AS "keyId" FROM ${table}
          WHERE ${owner} > $1 AND ${key} = ANY ($2) ORDER BY ${owner} LIMIT ${pageSize}`,
        [after, older],
      );
      for (const row of rows) {
        const next = box.seal(box.open(row, row.owner), row.owner);
        sealed += await database.change(
          `UPDATE ${table} SET ${secret} = $3, ${key} = $4 WHERE ${owner} = $1 AND ${secret} = $2`,
          [row.owner, row.sealed, next.sealed, next.keyId],
          { rows: 'any' },
        );
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.owner;
    }
  }
  return sealed;
}
