import type { LockMinutes } from '@trellis/api-contract';
import type { Database } from '../../../platform/db/database.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import { endSessionLocks } from '../../members/sessions.ts';

/** Sets a browser's app lock for the member's later log-ins there, inside the caller's transaction. @param minutes `null`: off */
export async function setAppLock(
  database: Database,
  memberId: string,
  device: string,
  minutes: LockMinutes | null,
): Promise<void> {
  const whose = [memberId, tokenDigest(device)] as const;
  if (minutes === null)
    await database.change('DELETE FROM app_lock WHERE member_id = $1 AND token_hash = $2', [...whose], { rows: 'any' });
  else
    await database.change(
      `INSERT INTO app_lock (member_id, token_hash, minutes)
       SELECT member_id, token_hash, $3 FROM member_device WHERE member_id = $1 AND token_hash = $2
       ON CONFLICT (member_id, token_hash) DO UPDATE SET minutes = excluded.minutes`,
      [...whose, minutes],
      { rows: 'any' },
    );
}

/** A member without a passkey could open none of their browsers: those ask nothing any more. Inside the caller's transaction. */
export async function endAppLocks(database: Database, memberId: string): Promise<void> {
  await database.change('DELETE FROM app_lock WHERE member_id = $1', [memberId], { rows: 'any' });
  await endSessionLocks(database, memberId);
}
