/**
 * The release command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when DATABASE_URL names one.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../../app/settings.ts';
import { openBucket } from '../../delivery/releases/bucket/openBucket.ts';
import { publishAndUpload } from '../../delivery/releases/bucket/upload.ts';
import { compatibilityCheckOf } from '../../delivery/releases/compatibility/verified.ts';
import { workspaceOf } from '../../delivery/releases/files/built.ts';
import { makeReleaseKey, type ReleaseKeys, releaseKeys, ringJson } from '../../delivery/releases/files/keys.ts';
import { type Releasable, ReleaseStore, releasables } from '../../delivery/releases/files/store.ts';
import { callChangesText } from '../../delivery/releases/live/callChanges.ts';
import { ReleaseEvents, releasedStates } from '../../delivery/releases/live/events.ts';
import { Releases } from '../../delivery/releases/live/releases.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { Database } from '../../platform/db/database.ts';
import { checkReachable } from '../../platform/db/withClient.ts';
import { runningApplicationUrl } from '../../platform/embedded/postgres.ts';
import { commandName } from '../commandName.ts';
import { openFromEnvironment } from '../ops/openFromEnvironment.ts';
import { runOps } from '../ops/runOps.ts';
import { run, say } from '../run.ts';
import { buildReleases } from './build.ts';
import { overrideLink } from './overrideLink.ts';

const projectRoot = resolve(import.meta.dirname, '../../../..');

const usage = `Usage:
  npm run release -- publish  mf-wallet                   build it, sign it, take it into the store (--from <built folder>)
  npm run release -- publish  --all                       the shell and every feature; --activate: and make them live, in
                                                          their order (also with one name; --untried: in no browser first)
  npm run release -- keys     <folder> mf-wallet …        make a key pair that signs releases of these alone; --all: of all,
                                                          the shell and the console too
  npm run release -- override mf-wallet <server> <hours>  a link that shows the feature from a development server on
                                                          one's own machine, in one's own browser
What is live is changed by npm run ops: activateRelease, rollOutRelease, rollBackRelease and more. The name of the record
is yours on this machine, or --by <name>; why, --reason "<reason>".`;

interface PublishOptions {
  /** A folder that was built before. */
  readonly from: string | undefined;
  readonly all: boolean;
  readonly activate: boolean;
  /** Releases go live without being opened in a browser first. */
  readonly untried: boolean;
  readonly by: string | undefined;
  readonly reason: string;
}

/** A release of a feature, as it is named. */
interface Named {
  readonly feature: Releasable;
  readonly release: string;
}

/** What a feature's members have. */
interface Live extends Named {
  /** What some of them have already. */
  readonly candidate: string | undefined;
}

async function main(args: string[]): Promise<void> {
  const { positionals, options } = readArguments(args);
  const [command, subject, ...others] = positionals;
  const [server, hours] = others;
  if (command === 'keys' && subject !== undefined && options.all !== others.length > 0)
    showKey(subject, options.all ? 'all' : others.map(featureNamed));
  else if (command === 'publish' && options.all !== (subject !== undefined))
    await publish(subject === undefined ? releasables : [featureNamed(subject)], options);
  else if (command === 'override' && subject !== undefined && server !== undefined && hours !== undefined)
    say(await overrideLink(readSettings(process.env), featureNamed(subject), server, hours));
  else throw new ExplainedError(usage);
}

/** In the given order, which has the shell first: features are checked with it. */
async function publish(features: readonly Releasable[], given: PublishOptions): Promise<void> {
  const options = { ...given, by: commandName(given.by) };
  const { from, all, activate } = options;
  if (from !== undefined && all) throw new ExplainedError('--from is the built folder of one feature: name it.');
  const config = readSettings(process.env);
  const url = config.databaseUrl ?? (await runningApplicationUrl(config.dataDir).catch(() => undefined));
  if (activate && url === undefined)
    throw new ExplainedError('DATABASE_URL is missing: what is live is kept in the database.');
  const folders = from === undefined ? buildReleases(features, projectRoot) : [from];
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const keys = releaseKeys(config);
  const bucket = await openBucket(config.releaseBucket);
  const published: Named[] = [];
  try {
    for (const folder of folders) {
      const { manifest, warnings } = await publishAndUpload(bucket, store, keys, folder);
      for (const warning of warnings) say(warning);
      published.push(manifest);
      say(`Published ${manifest.feature} ${manifest.release}.`);
    }
  } finally {
    bucket?.close();
  }
  // Where no database is at hand, as on a build machine, a release is put on record when it first goes live.
  const live = url === undefined ? [] : await record(url, published, store, keys, options);
  for (const each of published)
    if (activate) await makeLive(each, live, options);
    else say(`Make it live: npm run ops -- activateRelease ${each.feature} --release ${each.release} --reason "…"`);
}

/** @returns what was live before */
async function record(
  url: string,
  published: readonly Named[],
  store: ReleaseStore,
  keys: ReleaseKeys,
  { by, reason, activate }: PublishOptions & { readonly by: string },
): Promise<readonly Live[]> {
  await checkReachable(url, 'DATABASE_URL');
  const database = new Database({ url, poolSize: 1 });
  try {
    const events = new ReleaseEvents(database);
    const releases = new Releases(events, store, compatibilityCheckOf(store, keys.ring));
    for (const { feature, release } of published) {
      await releases.published(feature, release, { actor: `command:${by}`, reason });
      if (!activate) say(callChangesText(feature, await releases.callChanges(feature, release)));
    }
    return releasedStates(await events.states()).flatMap(([feature, { stable, candidate }]) =>
      stable ? [{ feature, release: stable.release, candidate: candidate?.release }] : [],
    );
  } finally {
    await database.close();
  }
}

/** As `npm run ops -- activateRelease` does, with all that it looks at. All together are a new version, which ends roll-outs. */
async function makeLive(
  { feature, release }: Named,
  live: readonly Live[],
  options: PublishOptions & { readonly by: string },
): Promise<void> {
  const before = live.find((each) => each.feature === feature);
  if (before?.release === release) return say(`${feature} ${release} is live already.`);
  const { by, reason, untried, all } = options;
  const ended = all && before?.candidate !== release ? before?.candidate : undefined;
  if (ended !== undefined) say(`The roll-out of ${feature} ${ended} ends with it.`);
  const named = ['--release', release, '--reason', reason, '--by', by];
  if (ended !== undefined) named.push('--instead', ended);
  await runOps(['activateRelease', feature, ...named, ...(untried ? ['--untried'] : [])], openFromEnvironment);
  say(`${feature} ${release} is live.`);
}

function showKey(folder: string, features: readonly Releasable[] | 'all'): void {
  const key = makeReleaseKey(folder);
  say(`The private key is in ${key.file}: RELEASE_SIGNING_KEY names it where releases are published.`);
  say(`For RELEASE_KEYS, where they are served: ${ringJson(key, features)}`);
}

function readArguments(args: string[]): { readonly positionals: string[]; readonly options: PublishOptions } {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: text, all: flag, activate: flag, untried: flag, by: text, reason: text },
  });
  const { from, all, activate, untried, by, reason = 'published' } = values;
  return { positionals, options: { from, all, activate, untried, by, reason } };
}

/** Features are named as their workspace (`mf-wallet`) or plainly (`wallet`). */
function featureNamed(name: string): Releasable {
  const feature = releasables.find((feature) => feature === name || workspaceOf(feature) === name);
  if (!feature)
    throw new ExplainedError(`There is no feature ${name}; there are ${releasables.map(workspaceOf).join(', ')}.`);
  return feature;
}

run(usage, () => main(process.argv.slice(2)));
