/**
 * The release command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBucket } from '../../delivery/releases/bucket/openBucket.ts';
import { publishAndUpload } from '../../delivery/releases/bucket/upload.ts';
import { workspaceOf } from '../../delivery/releases/files/built.ts';
import { makeReleaseKey, releaseKeys } from '../../delivery/releases/files/keys.ts';
import { type Releasable, ReleaseStore, releasables } from '../../delivery/releases/files/store.ts';
import { gateOver } from '../../delivery/releases/gate/verified.ts';
import { ReleaseEvents } from '../../delivery/releases/live/events.ts';
import { Releases } from '../../delivery/releases/live/releases.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Database } from '../../platform/db/database.ts';
import { runningApplicationUrl } from '../../platform/embedded/postgres.ts';
import { readSettings } from '../../settings.ts';
import { buildRelease } from './build.ts';
import { overrideLink } from './overrideLink.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');

const usage = `Usage:
  npm run release -- publish  mf-wallet                   build it, sign it, take it into the store (--from <built folder>)
  npm run release -- keys     <folder>                    make a key pair to sign releases with
  npm run release -- override mf-wallet <server> <hours>  a link that shows the feature from a development server on
                                                          one's own machine, in one's own browser
What is live is changed by npm run ops: activateRelease, rollOutRelease, rollBackRelease and more. The name of the record
is yours on this machine, or --by <name>.`;

interface PublishOptions {
  /** A folder that was built before. */
  readonly from: string | undefined;
  readonly by: string;
  readonly reason: string;
}

async function main(args: string[]): Promise<void> {
  const { positionals, options } = readArguments(args);
  const [command, subject, server, hours] = positionals;
  if (command === 'keys' && subject !== undefined) tellKey(subject);
  else if (command === 'publish' && subject !== undefined) await publish(featureNamed(subject), options);
  else if (command === 'override' && subject !== undefined && server !== undefined && hours !== undefined)
    say(await overrideLink(readSettings(process.env), featureNamed(subject), server, hours));
  else throw new ExplainedError(usage);
}

/** Where no database is at hand, as on a build machine, the release is put on record when it first goes live. */
async function publish(feature: Releasable, { from, by, reason }: PublishOptions): Promise<void> {
  const config = readSettings(process.env);
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const keys = releaseKeys(config);
  const bucket = await openBucket(config.releaseBucket);
  const built = from ?? buildRelease(feature, projectRoot);
  const { manifest, warnings } = await publishAndUpload(bucket, store, keys, built).finally(() => bucket?.close());
  for (const warning of warnings) say(warning);
  const { release } = manifest;
  const url = config.databaseUrl ?? (await runningApplicationUrl(config.dataDir).catch(() => undefined));
  if (url !== undefined) {
    const database = new Database({ url, poolSize: 1 });
    await new Releases(new ReleaseEvents(database), store, gateOver(store, keys.ring))
      .published(feature, release, { actor: `command:${by}`, reason })
      .finally(() => database.close());
  }
  say(
    `Published ${feature} ${release}. Make it live: npm run ops -- activateRelease ${feature} --release ${release} --reason "…"`,
  );
}

function tellKey(folder: string): void {
  const { id, file, publicKey } = makeReleaseKey(folder);
  say(`The private key is in ${file}: RELEASE_SIGNING_KEY names it where releases are published.`);
  say(`For RELEASE_KEYS, where they are served: {"${id}":"${publicKey}"}`);
}

function readArguments(args: string[]): { readonly positionals: string[]; readonly options: PublishOptions } {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: text, by: text, reason: text },
  });
  const { from, by = userInfo().username, reason = 'published' } = values;
  return { positionals, options: { from, by, reason } };
}

/** Features are named as their workspace (`mf-wallet`) or plainly (`wallet`). */
function featureNamed(name: string): Releasable {
  const found = releasables.find((feature) => feature === name || workspaceOf(feature) === name);
  if (!found)
    throw new ExplainedError(`There is no feature ${name}; there are ${releasables.map(workspaceOf).join(', ')}.`);
  return found;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
