/**
 * The release command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { Database } from '../db/database.ts';
import { runningPostgresUrl } from '../embedded/postgres.ts';
import { StartupError } from '../startupError.ts';
import { Arrivals } from './arrivals.ts';
import { wholeShare } from './assignment.ts';
import { buildRelease } from './build.ts';
import { workspaceOf } from './built.ts';
import { type Deed, ReleaseEvents } from './events.ts';
import { makeReleaseKey, releaseKeys } from './keys.ts';
import { openBucket } from './openBucket.ts';
import { overrideLink } from './overrideLink.ts';
import { Releases } from './releases.ts';
import { historyLines, listLines } from './report.ts';
import { installedBrowser, smokeLoad } from './smoke.ts';
import { smokePageOf } from './smokePage.ts';
import { type Releasable, ReleaseStore, releasables } from './store.ts';
import { publishAndUpload } from './upload.ts';
import { gateOver } from './verified.ts';

const projectRoot = resolve(import.meta.dirname, '../../..');

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

interface Arguments {
  readonly command: string | undefined;
  readonly feature: Releasable | undefined;
  /** In the feature's place, for `keys`. */
  readonly folder: string | undefined;
  readonly release: string | undefined;
  readonly share: string | undefined;
  readonly by: string;
  readonly reason: string | undefined;
  readonly from: string | undefined;
  readonly untried: boolean;
}

/** Steps that change what is live: each says in the end what it did. */
const steps: Readonly<
  Record<string, (releases: Releases, feature: Releasable, given: Arguments, deed: Deed) => Promise<string>>
> = {
  async activate(releases, feature, { release, untried }, deed) {
    await tryOut(releases, feature, needed(release), untried);
    await releases.activate(feature, needed(release), deed);
    return `${feature} ${release} is live.`;
  },
  async rollout(releases, feature, { release, share, untried }, deed) {
    const hundredths = readShare(needed(share));
    if (hundredths > 0) await tryOut(releases, feature, needed(release), untried);
    await releases.rollOut(feature, needed(release), hundredths, deed);
    return `${feature} ${release} is live for ${share?.replace(/%$/, '')} % of all members.`;
  },
  async rollback(releases, feature, { release }, deed) {
    return `${feature} ${await releases.rollBack(feature, release, deed)} is live again.`;
  },
  async off(releases, feature, _given, deed) {
    await releases.switchOff(feature, deed);
    return `${feature} is switched off.`;
  },
  async on(releases, feature, _given, deed) {
    await releases.switchOn(feature, deed);
    return `${feature} is switched on.`;
  },
  async pin(releases, feature, _given, deed) {
    return `${feature} ${await releases.pin(feature, deed)} is pinned.`;
  },
  async unpin(releases, feature, _given, deed) {
    await releases.unpin(feature, deed);
    return `${feature} is not pinned.`;
  },
  async floor(releases, feature, { release }, deed) {
    await releases.raiseFloor(feature, needed(release), deed);
    return `Nothing older than ${feature} ${release} can be made live.`;
  },
};

async function main(args: string[]): Promise<void> {
  const given = readArguments(args);
  const { command, feature } = given;
  if (command === 'keys' && given.folder !== undefined) {
    tellKey(given.folder);
    return;
  }
  const config = readConfig(process.env);
  const store = new ReleaseStore(join(config.dataDir, 'releases'));
  const step = command === undefined ? undefined : steps[command];
  if (command === 'override' && feature) {
    say(await overrideLink(config, feature, needed(given.release), needed(given.share)));
    return;
  }
  if (!(command === 'list' || (feature && (step || command === 'publish' || command === 'history'))))
    throw new StartupError(usage);
  const keys = releaseKeys(config);
  const bucket = await openBucket(config.releaseBucket);
  const published =
    command === 'publish' && feature
      ? await publishAndUpload(bucket, store, keys, given.from ?? buildRelease(feature, projectRoot))
      : undefined;
  for (const warning of published?.warnings ?? []) say(warning);
  const deed = { actor: `command:${given.by}`, reason: given.reason ?? '' };
  if (step && deed.reason.trim() === '') throw new StartupError(`Say why: --reason "…"`);

  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 2 });
  try {
    const events = new ReleaseEvents(database);
    const arrivals = bucket && new Arrivals({ bucket, store, ring: keys.ring, said: say });
    const releases = new Releases(events, store, gateOver(store, keys.ring), arrivals);
    if (command === 'list') {
      for (const each of feature ? [feature] : releasables)
        for (const line of listLines(await events.states(), each, await releases.stored(each))) say(line);
    } else if (feature && command === 'history') {
      for (const line of historyLines(await events.history(feature, 100))) say(line);
    } else if (feature && published) {
      const { release } = published.manifest;
      await releases.published(feature, release, { ...deed, reason: given.reason ?? 'published' });
      say(
        `Published ${feature} ${release}. Make it live: npm run release -- activate ${workspaceOf(feature)} ${release} --reason "…"`,
      );
    } else if (feature && step) say(await step(releases, feature, given, deed));
  } finally {
    bucket?.close();
    await database.close();
  }
}

/** Loads a release that is not live yet in a real browser. @throws StartupError with what it told, if it fails */
async function tryOut(releases: Releases, feature: Releasable, release: string, untried: boolean): Promise<void> {
  const { store } = releases;
  const browser = installedBrowser(process.env);
  if (untried || browser === undefined) return;
  const beside = await releases.beside(feature, release);
  if (!store.has(feature, release)) return;
  const page = smokePageOf(store.manifest(feature, release), beside);
  const fault = page && (await smokeLoad(store, page, browser));
  if (fault !== undefined) throw new StartupError(`${feature} ${release} does not load in a browser: ${fault}`);
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
    ...{ command, release, share, from: values.from, reason: values.reason, untried: values.untried ?? false },
    feature: name === undefined || command === 'keys' ? undefined : featureNamed(name),
    folder: name,
    by: values.by ?? userInfo().username,
  };
}

function needed(value: string | undefined): string {
  if (value === undefined) throw new StartupError(usage);
  return value;
}

/** `12.5` or `12.5%`. @returns hundredths of a percent */
function readShare(text: string): number {
  const [, whole = '', hundredths = ''] = /^([0-9]{1,3})(?:\.([0-9]{1,2}))?%?$/.exec(text) ?? [];
  const share = whole === '' ? Number.NaN : Number(whole) * 100 + Number(hundredths.padEnd(2, '0'));
  if (!(share <= wholeShare))
    throw new StartupError(`${text} is not a share: say 0 to 100, with two decimals at most.`);
  return share;
}

/** Features are named as their workspace (`mf-wallet`) or plainly (`wallet`). */
function featureNamed(name: string): Releasable {
  const found = releasables.find((feature) => feature === name || workspaceOf(feature) === name);
  if (!found)
    throw new StartupError(`There is no feature ${name}; there are ${releasables.map(workspaceOf).join(', ')}.`);
  return found;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
