import type { Actor } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Hit, lookUps } from './lookUps.ts';
import { meaningOf } from './meaning.ts';

/**
 * Finds by exactly what somebody has in hand. What it can be follows from its form, so that a few look-ups by key are made
 * and never a scan; nothing is found by its beginning. Whoever finds what is a member's has looked at the member.
 */
export async function findAnything(database: Database, text: string, by: Actor): Promise<Hit[]> {
  const meanings = meaningOf(text);
  return database.inTransaction(async () => {
    const hits: Hit[] = [];
    for (const { form, key } of meanings)
      for (const lookUp of lookUps[form]) hits.push(...(await lookUp(database, key)));
    const after = { by: meanings[0]?.form };
    const usernames = new Set(hits.map(({ username }) => username));
    // What was typed may be an address that nobody has, which is none of the log's business.
    for (const subject of usernames.size > 0 ? usernames : ['nobody'])
      await recordAccess(database, { ...by, action: 'member.find', subject, after });
    return hits;
  });
}
