import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Database } from '../../../platform/db/database.ts';
import { endAppLocks } from './appLocks.ts';
import { PasskeyRepository } from './passkeyRepository.ts';

/**
 * Ends all passkeys of a member, inside the caller's transaction, and notifies them so. To be called wherever an account is
 * taken back or made safer: whoever had a part in it may have left a key of their own behind, which knows no password.
 */
export async function endPasskeys(
  { database, notifier }: { readonly database: Database; readonly notifier: Notifier },
  memberId: string,
): Promise<void> {
  const ended = await new PasskeyRepository(database).removeAll(memberId);
  if (ended === 0) return;
  await endAppLocks(database, memberId);
  await notifier.member(memberId, 'passkeysEnded', {});
}
