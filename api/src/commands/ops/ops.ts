/**
 * `npm run ops`: the operators' endpoints by command. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { clockOf } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { runningApplicationUrl } from '../../platform/embedded/postgres.ts';
import { readSettings } from '../../settings.ts';
import { runOps } from './runOps.ts';

async function main(args: readonly string[]): Promise<void> {
  const answer = await runOps(args, async (untried) => {
    // The whole application takes a second to load: help and what is mistyped do not wait for it.
    const { openOperatorApi } = await import('./operatorApi.ts');
    const settings = readSettings(process.env);
    const databaseUrl = settings.databaseUrl ?? (await runningApplicationUrl(settings.dataDir));
    return openOperatorApi({ settings, clock: clockOf(settings), databaseUrl, untried });
  });
  process.stdout.write(`${answer}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
