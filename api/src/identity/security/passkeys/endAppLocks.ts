import type { Database } from '../../../platform/db/database.ts';
import { endSessionLocks } from '../../members/sessions.ts';
import { endDeviceLocks } from '../devices/deviceLocks.ts';

/** A member without a passkey could open none of their browsers: those ask nothing any more. Inside the caller's transaction. */
export async function endAppLocks(database: Database, memberId: string): Promise<void> {
  await endSessionLocks(database, memberId);
  await endDeviceLocks(database, memberId);
}
