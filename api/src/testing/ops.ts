import { readSettings } from '../app/settings.ts';
import { openOperatorApi } from '../commands/ops/operatorApi.ts';
import { runOps } from '../commands/ops/runOps.ts';
import { testReleaseKeys } from './releaseKeys.ts';
import type { TestApplication } from './testApplication.ts';

/**
 * Does what `npm run ops -- …` does, in this process.
 * @returns the answer
 * @throws ExplainedError with what the command would say
 */
export async function ops(app: TestApplication, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const settings = {
    ...readSettings({ DATA_DIR: app.dataDir, RATE_LIMIT_FACTOR: '1000' }),
    releaseKeys: testReleaseKeys.ring,
  };
  const answer = await runOps([...args, '--untried'], (untried) =>
    openOperatorApi({ settings, clock: app.clock, databaseUrl: app.database.url, untried }),
  );
  return JSON.parse(answer) as Record<string, unknown>;
}
