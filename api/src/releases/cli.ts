/**
 * The release command: `publish <feature> [--from <built folder>]`, `activate <feature> <release>`, `rollback <feature>`, `list [feature]`.
 * It works while Trellis runs (it then uses that database), and by itself when DATABASE_URL names one.
 */
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { Database } from '../db/database.ts';
import { runningPostgresUrl } from '../embedded/postgres.ts';
import { StartupError } from '../startupError.ts';
import { Activations } from './activations.ts';
import { builtReleases, workspaceOf } from './built.ts';
import { type Releasable, ReleaseStore, releasables } from './store.ts';

const usage = `Usage:
  npm run release -- publish mf-wallet             take the built release into the store
  npm run release -- activate mf-wallet <release>  make it live for everyone
  npm run release -- rollback mf-wallet            make the release before the live one live again
  npm run release -- list [mf-wallet]              what is stored and live`;

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' } } });
  const [command, name, release] = positionals;
  const config = readConfig(process.env);
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const feature = name === undefined ? undefined : featureNamed(name);
  if (command === 'publish' && feature) {
    const manifest = store.publish(values.from ?? builtFolder(feature));
    say(
      `Published ${feature} ${manifest.release}. Make it live: npm run release -- activate ${name} ${manifest.release}`,
    );
    return;
  }
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 2 });
  try {
    const activations = new Activations(database, store);
    if (command === 'activate' && feature && release) {
      await activations.activate(feature, release, 'activated by command');
      say(`${feature} ${release} is live.`);
    } else if (command === 'rollback' && feature) {
      say(`${feature} ${await rollBack(activations, feature)} is live again.`);
    } else if (command === 'list') await list(activations, store, feature ? [feature] : releasables);
    else throw new StartupError(usage);
  } finally {
    await database.close();
  }
}

async function rollBack(activations: Activations, feature: Releasable): Promise<string> {
  const history = await activations.history(feature);
  const before = history.find(({ release }) => release !== history[0]?.release);
  if (!before) throw new StartupError(`${feature} has had no release before this one.`);
  await activations.activate(feature, before.release, `rolled back from ${history[0]?.release}`);
  return before.release;
}

async function list(activations: Activations, store: ReleaseStore, features: readonly Releasable[]): Promise<void> {
  const live = await activations.active();
  for (const feature of features)
    for (const release of store.list(feature))
      say(`${feature} ${release}${live.get(feature) === release ? '  live' : ''}`);
}

/** Features are named as their workspace (`mf-wallet`) or plainly (`wallet`). */
function featureNamed(name: string): Releasable {
  const found = releasables.find((feature) => feature === name || workspaceOf(feature) === name);
  if (!found)
    throw new StartupError(`There is no feature ${name}; there are ${releasables.map(workspaceOf).join(', ')}.`);
  return found;
}

function builtFolder(feature: Releasable): string {
  const folder = builtReleases(process.cwd()).find(
    (path) => relative(process.cwd(), path).split(sep)[0] === workspaceOf(feature),
  );
  if (!folder) throw new StartupError(`${workspaceOf(feature)} is not built: npm run build -w ${workspaceOf(feature)}`);
  return folder;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
