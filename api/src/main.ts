/** Starts everything: Postgres (embedded unless DATABASE_URL names one), migrations, demo data, API, jobs, web. */
import { join, resolve } from 'node:path';
import type { ReleaseManifest } from '@trellis/api-contract';
import { type Application, createApplication } from './app/application.ts';
import { readSettings, type Settings } from './app/settings.ts';
import { checkChains } from './chain/config/checkChains.ts';
import { Cursors } from './chain/watch/cursors.ts';
import type { ReleaseBucket } from './delivery/releases/bucket/bucket.ts';
import { BucketFault } from './delivery/releases/bucket/bucketFault.ts';
import { openBucket } from './delivery/releases/bucket/openBucket.ts';
import { publishAndUpload } from './delivery/releases/bucket/upload.ts';
import { builtReleases } from './delivery/releases/files/built.ts';
import { formerKeys, type ReleaseKeys, releaseKeys } from './delivery/releases/files/keys.ts';
import { maySign } from './delivery/releases/files/signing.ts';
import { readManifest } from './delivery/releases/files/store.ts';
import type { Releases } from './delivery/releases/live/releases.ts';
import { hasDevelopmentClock, openDatabaseClock } from './development/databaseClock.ts';
import { openDemoSale } from './development/demo/demoSale.ts';
import { demoInvitation, demoPassword, demoRoot, demoTeam } from './development/demo/team.ts';
import { type LocalChains, startLocalChains } from './development/localChain/localChains.ts';
import { type Clock, clockOf, DevelopmentClock } from './ground/clock.ts';
import { developmentOpsHost, developmentSecrets } from './ground/config.ts';
import { ExplainedError, explainSystemError } from './ground/explainedError.ts';
import { createLog, type Log } from './ground/log.ts';
import { countSealed } from './identity/credentials/sealedColumns.ts';
import { publishOwnTerms } from './identity/terms/terms.ts';
import { checkLogin } from './platform/db/checkLogin.ts';
import { Database, sqlState } from './platform/db/database.ts';
import { setLoginPassword } from './platform/db/makeLogin.ts';
import { migrate, pendingMigrations } from './platform/db/migrate.ts';
import { blindOwnerOf, readOnlySentence } from './platform/db/owner.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded/postgres.ts';
import type { Tracing } from './platform/tracing/tracing.ts';

const projectRoot = resolve(import.meta.dirname, '../..');

interface Running {
  postgres?: EmbeddedPostgres;
  localChains?: LocalChains;
  application?: Application;
}

async function start(running: Running): Promise<void> {
  const settings = readSettings(process.env);
  const { databaseUrl, ownerUrl } = await openPostgres(running, settings);
  const base: Settings =
    settings.secrets.length > 0 ? settings : { ...settings, secrets: developmentSecrets(settings.dataDir) };
  await prepareSchema(databaseUrl, ownerUrl);
  const clock = clockOf(base);
  if (clock instanceof DevelopmentClock && ownerUrl !== undefined) await openDatabaseClock(ownerUrl, clock);
  if (ownerUrl !== undefined) await publishOwnTerms(ownerUrl, clock);
  const chainFault = await startChains(running, base, databaseUrl, clock);
  const { localChains } = running;
  const config = localChains ? { ...base, chains: localChains.configs } : base;

  const log = createLog(config.logLevel, config.production ? 1 : join(config.dataDir, 'trellis.log'));
  const blind = await blindOwnerOf(databaseUrl, 'DATABASE_URL');
  if (blind !== undefined) log.error({ alarm: 'owner is blind' }, blind);
  await reportOlderKeys(databaseUrl, config, log);
  for (const sentence of formerKeys(config.releaseKeys)) log.warn(sentence);
  await checkChains(base.chains, log);
  const bucket = await openBucket(config.releaseBucket);
  const demo = !config.production && process.env.SEED_DEMO !== 'false';
  const application = createApplication({
    config,
    log,
    tracing: await startTracing(config, log),
    databaseUrl,
    clock,
    bucket,
    localChains,
    demoRates: demo ? ownerUrl : undefined,
  });
  running.application = application;
  if (demo && ownerUrl !== undefined) {
    await application.seedDemo(ownerUrl);
    await openDemoSale(ownerUrl, clock);
  }
  await takeBuilt(application.releases, releaseKeys(config), bucket).catch((error: unknown) => {
    // What is live needs nothing new.
    if (!(error instanceof BucketFault)) throw error;
    log.error(error.message);
  });
  const port = await application.listen().catch((error: unknown) => {
    throw explainSystemError(error, `Port ${config.port}`);
  });
  announce(
    config.production ? config.publicOrigin : `http://localhost:${port}`,
    config.production ? config.opsOrigin : `http://${developmentOpsHost}:${port}`,
    demo,
    chainFault,
  );
}

/** Its packages are loaded only where it is on. */
async function startTracing({ tracing }: Settings, log: Log): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { Tracing } = await import('./platform/tracing/tracing.ts');
  return new Tracing(tracing, log);
}

/** Says which secrets are under another key than the first of SECRET_KEYS, and which nobody can open any more. */
async function reportOlderKeys(databaseUrl: string, { secrets }: Settings, log: Log): Promise<void> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  try {
    for (const { key, ...facts } of await countSealed(database, secrets)) {
      if (key === 'older') log.warn(facts, 'secrets are under an older key: npm run secrets -- seal');
      if (key === 'missing')
        log.error(
          { alarm: 'secret key is missing', ...facts },
          'nobody can open these: put the key back into SECRET_KEYS',
        );
    }
  } finally {
    await database.close();
  }
}

/**
 * In development, where no chain is configured, there is one of our own. The product works without it, too.
 * @returns why it does not run although it should
 */
async function startChains(
  running: Running,
  config: Settings,
  databaseUrl: string,
  clock: Clock,
): Promise<string | undefined> {
  if (config.production || config.chains.size > 0) return undefined;
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  const cursors = new Cursors(database);
  try {
    const started = await startLocalChains(config.dataDir, clock, (node, token) =>
      cursors.agree(token, (block) => node.hashOf(block)),
    );
    if (!started) return 'its program is not installed (an optional package: npm install)';
    running.localChains = started;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await database.close();
  }
}

/** What was built here is live at once, unless it ever was: a roll-back survives a restart. */
async function takeBuilt(releases: Releases, keys: ReleaseKeys, bucket: ReleaseBucket | undefined): Promise<void> {
  const { ring, signer } = keys;
  // Without the key to sign with, releases come by command from where it is.
  if (!signer) return;
  const isAnothers = (folder: string): boolean =>
    ring.has(signer.id) && !maySign(ring, signer.id, readManifest(folder).feature);
  const built: ReleaseManifest[] = [];
  for (const folder of builtReleases(projectRoot))
    if (!isAnothers(folder)) built.push((await publishAndUpload(bucket, releases.store, keys, folder)).manifest);
  await releases.activateNew(built, { actor: 'start', reason: 'built here' });
}

interface Addresses {
  /** As the application. */
  readonly databaseUrl: string;
  /** As the owner, who migrates; `undefined` in production, where a step of its own does it. */
  readonly ownerUrl: string | undefined;
}

async function openPostgres(running: Running, settings: Settings): Promise<Addresses> {
  const { production, databaseUrl, ownerDatabaseUrl: ownerUrl, ownerReplicaUrl, dataDir } = settings;
  if (databaseUrl === undefined) {
    running.postgres = await startEmbeddedPostgres(dataDir);
    return { databaseUrl: running.postgres.applicationUrl, ownerUrl: running.postgres.url };
  }
  if (production && ownerUrl !== undefined)
    throw new ExplainedError(
      'OWNER_DATABASE_URL is for npm run migrate: a process that serves members must not know the owner of the database.',
    );
  if (production && ownerReplicaUrl !== undefined)
    throw new ExplainedError(
      'OWNER_REPLICA_URL is for npm run backup: a process that serves members must not know the owner of the database.',
    );
  if (!production && ownerUrl === undefined)
    throw new ExplainedError(
      'OWNER_DATABASE_URL is missing: a development start migrates the database that DATABASE_URL names, as its owner.',
    );
  return { databaseUrl, ownerUrl };
}

/** Migrates as the owner, where this start does it, and sees that the application's login is all that it may be. */
async function prepareSchema(databaseUrl: string, ownerUrl: string | undefined): Promise<void> {
  if (ownerUrl !== undefined) {
    await migrate(ownerUrl);
    await setLoginPassword(ownerUrl, databaseUrl);
    await checkLogin(databaseUrl);
    return;
  }
  await checkLogin(databaseUrl);
  if (await hasDevelopmentClock(databaseUrl))
    throw new ExplainedError(
      'The database was used by a development start, whose clock can be put forward: take another.',
    );
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length > 0)
    throw new ExplainedError(`The database is not up to date (${pending.join(', ')}): run npm run migrate first.`);
}

function announce(address: string, operatorsAddress: string, demo: boolean, chainFault: string | undefined): void {
  const accounts = [demoRoot, ...demoTeam.slice(0, 4).map(({ username }) => username)].join(', ');
  const lines = [`Trellis is ready at ${address}`];
  if (demo)
    lines.push(
      `  Demo accounts   ${accounts} and others, password ${demoPassword}`,
      `  Invitation      ${address}/signup?code=${demoInvitation}&side=left`,
      `  Mailbox         ${address}/dev/mail`,
      chainFault === undefined
        ? `  Test deposits   ${address}/dev/chain`
        : `  Test deposits   not possible, no local chain runs: ${chainFault}`,
      `  Clock           ${address}/dev/clock`,
      `  Console         ${operatorsAddress}, by a link from: npm run operator -- create <name> --roles auditor`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}

/**
 * Ordered: answers first, then jobs and pool, the local chain, Postgres last. A second Ctrl-C does not wait for the time of
 * grace; a second SIGTERM does, because npm and whoever started it may both send one.
 */
function stopOnSignals(running: Running): void {
  let stopping = false;
  const hurry = new AbortController();
  const stop = (signal?: NodeJS.Signals): void => {
    if (stopping && signal === 'SIGINT') hurry.abort();
    if (stopping) return;
    stopping = true;
    void shutDown(running, hurry.signal).then(() => process.exit(process.exitCode ?? 0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Whoever started this with a channel has ended, by whatever: nobody would stop what runs here.
  process.once('disconnect', () => stop());
}

async function shutDown(running: Running, hurry?: AbortSignal): Promise<void> {
  await running.application?.close(hurry).catch(() => undefined);
  await running.localChains?.stop().catch(() => undefined);
  await running.postgres?.stop();
}

/** What is foreseen of what any step may meet, as a sentence. */
function explainStart(error: unknown): unknown {
  // 25006: read_only_sql_transaction.
  if (sqlState(error) === '25006') return new ExplainedError(readOnlySentence('DATABASE_URL'), { cause: error });
  return explainSystemError(error, resolve(process.env.DATA_DIR ?? '.data'));
}

const running: Running = {};
stopOnSignals(running);
start(running).catch(async (thrown: unknown) => {
  const error = explainStart(thrown);
  process.stderr.write(
    `${error instanceof ExplainedError ? error.message : `Trellis could not start: ${String(error)}`}\n`,
  );
  if (!(error instanceof ExplainedError) && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  await shutDown(running);
  process.exit(1);
});
