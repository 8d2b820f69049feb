import { createHash } from 'node:crypto';
import { Ledger, type Leg } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/db/database.ts';

/** Money that a demo begins with, by a journal under a fixed key: a start that was cut short is completed by the next. */
export async function openingOf(database: Database, owner: string, name: string, legs: readonly Leg[]): Promise<void> {
  const key = `demo-opening-${name}`;
  await database.inTransaction(() =>
    new Ledger(database).post({ owner, key, requestHash: demoHash(key), kind: 'opening', memo: {}, legs, unit: 'USD' }),
  );
}

export const demoHash = (text: string): Buffer => createHash('sha256').update(text).digest();
