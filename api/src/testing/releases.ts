import type { TestDatabase } from './testDatabase.ts';

/** As if no release had ever been activated, past the guard that keeps events for ever. */
export async function forgetReleaseEvents(own: TestDatabase): Promise<void> {
  await own.sql(`SET session_replication_role = 'replica'; DELETE FROM release_event; RESET session_replication_role`);
}
