import { readSettings } from '../../app/settings.ts';
import { clockOf } from '../../ground/clock.ts';
import { checkReachable } from '../../platform/db/withClient.ts';
import { runningApplicationUrl } from '../../platform/embedded/postgres.ts';
import type { OpenedApi } from './operatorApi.ts';

/**
 * The operators' endpoints of the product that runs, or of the database that DATABASE_URL names.
 * @param untried releases go live without being opened in a browser first
 */
export async function openFromEnvironment(untried: boolean): Promise<OpenedApi> {
  // The whole application takes a second to load: help and what is mistyped do not wait for it.
  const { openOperatorApi } = await import('./operatorApi.ts');
  const settings = readSettings(process.env);
  const databaseUrl = settings.databaseUrl ?? (await runningApplicationUrl(settings.dataDir));
  await checkReachable(databaseUrl, 'DATABASE_URL');
  return openOperatorApi({ settings, clock: clockOf(settings), databaseUrl, untried });
}
