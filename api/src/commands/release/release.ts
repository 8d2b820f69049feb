/**
 * The release command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Arrivals } from '../../delivery/releases/bucket/arrivals.ts';
import { openBucket } from '../../delivery/releases/bucket/openBucket.ts';
import { publishAndUpload } from '../../delivery/releases/bucket/upload.ts';
import { workspaceOf } from '../../delivery/releases/files/built.ts';
import { makeReleaseKey, type ReleaseKeys, releaseKeys } from '../../delivery/releases/files/keys.ts';
import { type Releasable, ReleaseStore, releasables } from '../../delivery/releases/files/store.ts';
import { gateOver } from '../../delivery/releases/gate/verified.ts';
import { ReleaseEvents } from '../../delivery/releases/live/events.ts';
import { Loads } from '../../delivery/releases/live/loads.ts';
import { Releases } from '../../delivery/releases/live/releases.ts';
import { emptyState } from '../../delivery/releases/live/state.ts';
import { clockOf } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Database } from '../../platform/db/database.ts';
import { runningPostgresUrl } from '../../platform/embedded/postgres.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { buildRelease } from './build.ts';
import { liveSteps, needed, type StepArguments } from './liveSteps.ts';
import { overrideLink } from './overrideLink.ts';
import { historyLines, listLines } from './report.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');

const usage = `Usage:
  npm run release -- publish  mf-wallet                   build it, sign it, take it into the store (--from <built folder>)
  npm run release -- activate mf-wallet <release>         make it live for everyone
  npm run release -- rollout  mf-wallet <release> <share> give it to a share of all members: 5, 12.5, 100
  npm run release -- rollback mf-wallet [<release>]       go back a step, or to any kept release
  npm run release -- off      mf-wallet                   switch the feature off; its place shows a notice
  npm run release -- on       mf-wallet                   switch it on again
  npm run release -- pin      mf-wallet                   nothing goes back past what is live by itself
  npm run release -- unpin    mf-wallet
  npm run release -- floor    mf-wallet <release>         nothing older may be made live
  npm run release -- list     [mf-wallet]                 what is stored, live and rolled out
  npm run release -- history  mf-wallet                   what was done, by whom and why
  npm run release -- keys     <folder>                    make a key pair to sign releases with
  npm run release -- override mf-wallet <server> <hours>  a link that shows the feature from a development server on
                                                          one's own machine, in one's own browser
All that change what is live want --reason "…"; activate and rollout try the release in a browser first, when one is
found (--untried leaves that out). The name of the record is yours on this machine, or --by <name>.`;

interface Arguments extends StepArguments {
  readonly command: string | undefined;
  readonly feature: Releasable | undefined;
  /** In the feature's place, for `keys`. */
  readonly folder: string | undefined;
  readonly by: string;
  readonly reason: string | undefined;
  readonly from: string | undefined;
}

async function main(args: string[]): Promise<void> {
  const given = readArguments(args);
  const { command, feature } = given;
  if (command === 'keys' && given.folder !== undefined) {
    tellKey(given.folder);
    return;
  }
  const config = readSettings(process.env);
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const step = command === undefined ? undefined : liveSteps[command];
  if (command === 'override' && feature) {
    say(await overrideLink(config, feature, needed(given.release), needed(given.share)));
    return;
  }
  const keys = releaseKeys(config);
  if (command === 'publish' && feature) {
    await publish(config, store, keys, feature, given);
    return;
  }
  if (!(command === 'list' || (feature && (step || command === 'history')))) throw new ExplainedError(usage);
  const deed = { actor: `command:${given.by}`, reason: given.reason ?? '' };
  if (step && deed.reason.trim() === '') throw new ExplainedError(`Say why: --reason "…"`);

  const bucket = await openBucket(config.releaseBucket);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 2 });
  try {
    const events = new ReleaseEvents(database);
    const arrivals = bucket && new Arrivals({ bucket, store, ring: keys.ring, said: say });
    const releases = new Releases(events, store, gateOver(store, keys.ring), arrivals);
    if (command === 'list') {
      const [states, loads] = [await events.states(), new Loads(database, events, clockOf(config))];
      for (const each of feature ? [feature] : releasables) {
        const state = states.get(each) ?? emptyState;
        for (const line of listLines(each, state, await releases.stored(each), await loads.ofLive(each, state)))
          say(line);
      }
    } else if (feature && command === 'history') {
      for (const line of historyLines(await events.history(feature, 100))) say(line);
    } else if (feature && step) say(await step(releases, feature, given, deed));
  } finally {
    bucket?.close();
    await database.close();
  }
}

/** Where no database is at hand, as on a build machine, the release is put on record when it first goes live. */
async function publish(
  config: Settings,
  store: ReleaseStore,
  keys: ReleaseKeys,
  feature: Releasable,
  { from, by, reason = 'published' }: Arguments,
): Promise<void> {
  const bucket = await openBucket(config.releaseBucket);
  const built = from ?? buildRelease(feature, projectRoot);
  const { manifest, warnings } = await publishAndUpload(bucket, store, keys, built).finally(() => bucket?.close());
  for (const warning of warnings) say(warning);
  const { release } = manifest;
  const url = config.databaseUrl ?? (await runningPostgresUrl(config.dataDir).catch(() => undefined));
  if (url !== undefined) {
    const database = new Database({ url, poolSize: 1 });
    await new Releases(new ReleaseEvents(database), store, gateOver(store, keys.ring))
      .published(feature, release, { actor: `command:${by}`, reason })
      .finally(() => database.close());
  }
  say(
    `Published ${feature} ${release}. Make it live: npm run release -- activate ${workspaceOf(feature)} ${release} --reason "…"`,
  );
}

function tellKey(folder: string): void {
  const { id, file, publicKey } = makeReleaseKey(folder);
  say(`The private key is in ${file}: RELEASE_SIGNING_KEY names it where releases are published.`);
  say(`For RELEASE_KEYS, where they are served: {"${id}":"${publicKey}"}`);
}

function readArguments(args: string[]): Arguments {
  const options = {
    from: { type: 'string' },
    by: { type: 'string' },
    reason: { type: 'string' },
    untried: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command, name, release, share] = positionals;
  return {
    command,
    release,
    share,
    from: values.from,
    reason: values.reason,
    untried: values.untried ?? false,
    feature: name === undefined || command === 'keys' ? undefined : featureNamed(name),
    folder: name,
    by: values.by ?? userInfo().username,
  };
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
