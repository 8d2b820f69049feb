import type { LockMinutes } from '@trellis/api-contract';
import type { Database } from '../../../platform/db/database.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';

/** Sets a browser's app lock for the member's later log-ins there, inside the caller's transaction. @param minutes `null`: off */
export async function setDeviceLock(
  database: Database,
  memberId: string,
  device: string,
  minutes: LockMinutes | null,
): Promise<void> {
  await database.change(
    'UPDATE member_device SET lock_minutes = $3 WHERE member_id = $1 AND token_hash = $2',
    [memberId, tokenDigest(device), minutes],
    { rows: 'any' },
  );
}
