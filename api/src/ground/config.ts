import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isEncryptedDatabase, isEncryptedMail } from './encrypted.ts';
import { ExplainedError, explainSystemError } from './explainedError.ts';
import { ownersAddress } from './place.ts';

/** Everything the process reads from its environment, parsed once. api/docs/production.md explains each for operators. */
export interface Config {
  readonly production: boolean;
  readonly productName: string;
  /** Who runs the service, as visitors read it: name and register. */
  readonly company: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Scheme, host and port that members see, without a slash at the end. */
  readonly publicOrigin: string;
  /** The same for operators: of another host name, for cookies know no ports. */
  readonly opsOrigin: string;
  readonly dataDir: string;
  /** A Postgres of the operator's own, as the application's login; `undefined` starts the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The same database as its owner, for migrations and what is the owner's alone. */
  readonly ownerDatabaseUrl: string | undefined;
  /** A standby that follows it, as the owner: what is saved is read there. */
  readonly ownerReplicaUrl: string | undefined;
  /** A standby that follows it, as the application's login: for what is over. */
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePool: number;
  /** Off behind a pooler that hands connections from one client to another. */
  readonly preparedStatements: boolean;
  /** Key ring for message authentication codes: the first signs, all verify. */
  readonly secrets: readonly Buffer[];
  /** Whether this process watches the chains, too. Off where `npm run chain:watch` runs alongside it. */
  readonly watchChains: boolean;
  /** Whether the API verifies its books each hour; off where a process of its own does. */
  readonly verifies: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** How many proxies in front are ours: that many entries of X-Forwarded-For are believed. */
  readonly trustedProxies: number;
  /** One deadline over a feature's entry, chunk and stylesheet, asked to the browser by the registry. */
  readonly loadTimeoutMs: number;
  /** Where those who watch ask for metrics; `undefined`: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Where a collector of OpenTelemetry takes traces, and of which share of all requests; `undefined`: none are made. */
  readonly tracing: { readonly url: string; readonly share: number } | undefined;
  /** A seal that was noted elsewhere: a database that lacks it has lost what was confirmed, and is not sealed further. */
  readonly sealFloor: { readonly number: string; readonly digest: string } | undefined;
  /** How long a process that was asked to stop still answers, for whoever hands requests out to notice. */
  readonly shutdownGraceMs: number;
  /** Development servers in the place of stored releases: name to origin. Never in production. */
  readonly developmentServers: Readonly<Record<string, string>>;
  /** Multiplies every rate limit, and how many sessions a member may have; tests raise it. */
  readonly rateLimitFactor: number;
  /** Off: no action asks for a bound authenticator or a code. For tests of other things; never in production. */
  readonly secondFactor: boolean;
  readonly logLevel: string;
}

/** Browsers take every name below localhost for this machine. */
export const developmentOpsHost = 'ops.localhost';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, { error: 'is not a whole number' })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, { error: `is not between ${minimum} and ${maximum}` });

const shape = z.object({
  NODE_ENV: z.string().default('development'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Trellis'),
  COMPANY: z.string().min(1).max(120).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }).optional(),
  OPS_ORIGIN: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  OWNER_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  OWNER_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(12),
  PREPARED_STATEMENTS: flag.default(true),
  SECRET_KEYS: z.string().optional(),
  CHAIN_WATCH: z.enum(['on', 'off']).default('on'),
  VERIFICATION: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp(s):// address' }).optional(),
  MAIL_FROM: z.string().default('Trellis <no-reply@localhost>'),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  LOAD_TIMEOUT_MS: wholeNumber(100, 600_000).default(120_000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  SHUTDOWN_GRACE_SECONDS: wholeNumber(0, 600).optional(),
  SEAL_FLOOR: z
    .string()
    .regex(/^[1-9]\d{0,17}:[0-9a-f]{64}$/i, { error: 'is not <number>:<digest> of a seal' })
    .optional(),
  DEVELOPMENT_SERVERS: z.string().default(''),
  RATE_LIMIT_FACTOR: wholeNumber(1, 100_000).default(1),
  SECOND_FACTOR: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SEED_DEMO: flag.optional(),
});

/**
 * The ground's own part of a configuration, for commands that need no more; `readSettings` reads the whole.
 * @throws ExplainedError that lists every fault at once, by variable
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  return withoutFaults(parseConfig(env, faults), faults);
}

/** @throws ExplainedError if there are faults, all of them in one text */
export function withoutFaults<T>(parsed: T | undefined, faults: readonly string[]): T {
  if (parsed !== undefined && faults.length === 0) return parsed;
  throw new ExplainedError(
    `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
  );
}

/** Adds every fault to `faults`, by variable. @returns `undefined` if a variable cannot be read at all */
export function parseConfig(env: NodeJS.ProcessEnv, faults: string[]): Config | undefined {
  const parsed = shape.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) faults.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
  const production = env.NODE_ENV === 'production';
  if (production) faults.push(...productionFaults(env));
  if (production && parsed.success) faults.push(...openFaults(parsed.data));
  if (parsed.success && isShared(parsed.data))
    faults.push('OPS_ORIGIN has the host name of the members: cookies know no ports, so operators need another one');
  const secrets = readSecretKeys(env.SECRET_KEYS, faults);
  if (!parsed.success) return undefined;

  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    production,
    productName: values.PRODUCT_NAME,
    company: values.COMPANY,
    host: values.HOST,
    port: values.PORT,
    publicOrigin: new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin,
    opsOrigin: new URL(values.OPS_ORIGIN ?? `http://${developmentOpsHost}:${values.PORT}`).origin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    ownerDatabaseUrl: values.OWNER_DATABASE_URL && ownersAddress(values.OWNER_DATABASE_URL),
    ownerReplicaUrl: values.OWNER_REPLICA_URL && ownersAddress(values.OWNER_REPLICA_URL),
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    preparedStatements: values.PREPARED_STATEMENTS,
    secrets,
    watchChains: values.CHAIN_WATCH === 'on',
    verifies: values.VERIFICATION === 'on',
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    trustedProxies: values.TRUSTED_PROXIES,
    loadTimeoutMs: values.LOAD_TIMEOUT_MS,
    tracing: tracingOf(values.OTEL_EXPORTER_OTLP_ENDPOINT, values.OTEL_TRACES_SAMPLER_ARG),
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    sealFloor: sealOf(values.SEAL_FLOOR),
    shutdownGraceMs: (values.SHUTDOWN_GRACE_SECONDS ?? (production ? 5 : 0)) * 1_000,
    developmentServers: Object.fromEntries(
      values.DEVELOPMENT_SERVERS.split(',').flatMap((pair) => (pair.includes('=') ? [pair.split('=')] : [])),
    ),
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    secondFactor: values.SECOND_FACTOR === 'on',
    logLevel: values.LOG_LEVEL,
  };
}

/** The variables are OpenTelemetry's own: its endpoint is the beginning of an address. */
const tracingOf = (endpoint: string | undefined, share: number): Config['tracing'] =>
  endpoint === undefined ? undefined : { url: `${endpoint.replace(/\/$/, '')}/v1/traces`, share };

/** Settings that production must name, because every default would be unsafe. */
function productionFaults(env: NodeJS.ProcessEnv): string[] {
  const faults: string[] = [];
  if (!env.DATABASE_URL) faults.push('DATABASE_URL is missing: production keeps its data in a Postgres of its own');
  if (!env.SECRET_KEYS)
    faults.push('SECRET_KEYS is missing: one or more keys of 32 bytes in base64, separated by commas');
  if (!env.SMTP_URL) faults.push('SMTP_URL is missing: members cannot get their codes without mail');
  if (env.SECOND_FACTOR === 'off') faults.push('SECOND_FACTOR=off is for tests: money would move without a code');
  if (!env.MAIL_FROM) faults.push('MAIL_FROM is missing: the address that mails come from');
  if (!env.PUBLIC_ORIGIN?.startsWith('https://'))
    faults.push('PUBLIC_ORIGIN is missing or not https: session cookies need it');
  if (!env.OPS_ORIGIN?.startsWith('https://'))
    faults.push('OPS_ORIGIN is missing or not https: operators are served under a host name of their own');
  if (!env.TRUSTED_PROXIES)
    faults.push(
      'TRUSTED_PROXIES is missing: how many proxies in front are yours; with 0 behind one, all members count as one network',
    );
  if (env.SEED_DEMO === 'true') faults.push('SEED_DEMO is on: demo accounts have known passwords');
  if (env.DEVELOPMENT_SERVERS) faults.push('DEVELOPMENT_SERVERS is for development only: it serves what nobody signed');
  if (env.RATE_LIMIT_FACTOR && env.RATE_LIMIT_FACTOR !== '1') faults.push('RATE_LIMIT_FACTOR is for tests only');
  return faults;
}

/** What would go over a network for others to read. Values are never repeated: they hold passwords. */
function openFaults({
  DATABASE_URL,
  OWNER_DATABASE_URL,
  OWNER_REPLICA_URL,
  DATABASE_REPLICA_URL,
  SMTP_URL,
}: z.infer<typeof shape>): string[] {
  const faults: string[] = [];
  for (const [name, url] of Object.entries({
    DATABASE_URL,
    OWNER_DATABASE_URL,
    OWNER_REPLICA_URL,
    DATABASE_REPLICA_URL,
  }))
    if (url !== undefined && !isEncryptedDatabase(url))
      faults.push(
        `${name} leads over a network without ?sslmode=verify-full: who is in between could be the database (with an authority of your own, &sslrootcert=<file>)`,
      );
  if (SMTP_URL !== undefined && !isEncryptedMail(SMTP_URL))
    faults.push('SMTP_URL is neither smtps:// nor has ?requireTLS=true: who is in between could read the codes');
  return faults;
}

function isShared({
  OPS_ORIGIN,
  PUBLIC_ORIGIN,
}: {
  OPS_ORIGIN?: string | undefined;
  PUBLIC_ORIGIN?: string | undefined;
}) {
  if (OPS_ORIGIN === undefined) return false;
  const members = PUBLIC_ORIGIN === undefined ? [] : [new URL(PUBLIC_ORIGIN).hostname];
  return ['localhost', '127.0.0.1', ...members].includes(new URL(OPS_ORIGIN).hostname);
}

function readSecretKeys(text: string | undefined, faults: string[]): Buffer[] {
  if (!text) return [];
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
  if (keys.some((key) => key.length !== 32)) faults.push('SECRET_KEYS holds a key that is not 32 bytes in base64');
  else if (keys.some((key) => new Set(key).size < 8)) faults.push('SECRET_KEYS holds a key that is not random');
  return keys;
}

/** In development the key is made at the first start and kept in the data folder, readable by its owner only. */
export function developmentSecrets(dataDir: string): readonly Buffer[] {
  const file = join(dataDir, 'secret-key');
  try {
    return [Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')];
  } catch {
    const key = randomBytes(32);
    try {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, key.toString('base64'), { mode: 0o600 });
    } catch (error) {
      throw explainSystemError(error, dataDir);
    }
    return [key];
  }
}

function sealOf(text: string | undefined): Config['sealFloor'] {
  const [number, digest] = text?.split(':') ?? [];
  return number === undefined || digest === undefined ? undefined : { number, digest: digest.toLowerCase() };
}
