import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { makeReleaseKey, ringJson } from '../delivery/releases/files/keys.ts';
import { developmentSecrets } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { readSettings } from './settings.ts';

const keys = mkdtempSync(join(tmpdir(), 'trellis-release-keys-'));
afterAll(() => rmSync(keys, { recursive: true, force: true }));
const releaseKey = makeReleaseKey(keys);

const key = (): string => randomBytes(32).toString('base64');
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://trellis@db.internal/trellis',
  SECRET_KEYS: key(),
  RELEASE_KEYS: ringJson(releaseKey, 'all'),
  SMTP_URL: 'smtps://mail.internal',
  MAIL_FROM: 'Trellis <no-reply@wallet.example>',
  PUBLIC_ORIGIN: 'https://wallet.example',
  OPS_ORIGIN: 'https://ops.wallet.example',
  TRUSTED_PROXIES: '1',
};

/** Variables that are complained about; the first line counts them. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    const [head, ...lines] = error.message.split('\n');
    expect(head).toBe(`The configuration has ${lines.length} fault(s):`);
    return lines.map((line) => line.replace(/^ {2}- /, '').split(' ')[0] ?? '');
  }
}

test('a development start needs nothing', () => {
  expect(readSettings({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicOrigin: 'http://localhost:3000',
    opsOrigin: 'http://ops.localhost:3000',
    databaseUrl: undefined,
    loadTimeoutMs: 120_000,
    trustedProxies: 0,
    secrets: [],
  });
});

test('every fault is reported at once', () => {
  const env = {
    PORT: '70000',
    DATABASE_POOL: 'many',
    SMTP_URL: 'http://mail',
    SECRET_KEYS: 'short',
    LOG_LEVEL: 'loud',
  };
  expect(faultsOf(env).sort()).toEqual(['DATABASE_POOL', 'LOG_LEVEL', 'PORT', 'SECRET_KEYS', 'SMTP_URL']);
});

test('an empty variable is one that is not set', () => {
  expect(readSettings({ PORT: '', SMTP_URL: '' }).port).toBe(3000);
});

test('a bucket for releases is an address, with the store that it is in', () => {
  expect(readSettings({}).releaseBucket).toBeUndefined();
  const other = { AWS_ENDPOINT_URL_S3: 'https://s3.example', AWS_REGION: 'eu-1' };
  expect(readSettings({ RELEASE_BUCKET: 's3://releases/trellis/live/', ...other }).releaseBucket).toEqual({
    name: 'releases',
    prefix: 'trellis/live/',
    endpoint: 'https://s3.example',
    region: 'eu-1',
  });
  expect(readSettings({ RELEASE_BUCKET: 's3://releases' }).releaseBucket).toMatchObject({
    name: 'releases',
    prefix: '',
  });
  for (const wrong of ['releases', 's3://', 's3://Releases', 's3://releases//x', 's3://releases/../x', 'https://a.b/c'])
    expect(faultsOf({ RELEASE_BUCKET: wrong })).toEqual(['RELEASE_BUCKET']);
  expect(faultsOf({ AWS_ENDPOINT_URL_S3: 's3.example' })).toEqual(['AWS_ENDPOINT_URL_S3']);
});

describe('production', () => {
  test('starts with every setting that it must have', () => {
    const config = readSettings({ ...production, SECRET_KEYS: `${key()}, ${key()}` });
    expect(config).toMatchObject({
      production: true,
      publicOrigin: 'https://wallet.example',
      releaseOverrides: false,
    });
    expect(readSettings({ ...production, RELEASE_OVERRIDES: 'on' }).releaseOverrides).toBe(true);
    expect(config.secrets.map(({ length }) => length)).toEqual([32, 32]);
    expect([...config.releaseKeys.keys()]).toEqual([releaseKey.id]);
  });

  test('refuses every default that would be unsafe, all at once', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL',
      'SECRET_KEYS',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_ORIGIN',
      'OPS_ORIGIN',
      'TRUSTED_PROXIES',
      'RELEASE_KEYS',
    ]);
  });

  test.each([
    ['DATABASE_URL', 'postgres://trellis@db.example/trellis?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://trellis@127.0.0.1/trellis'],
    ['DATABASE_URL', 'postgres://trellis@10.1.2.3:6432/trellis'],
    ['SMTP_URL', 'smtp://mail.example:587/?requireTLS=true'],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['AWS_ENDPOINT_URL_S3', 'http://store.internal:9000'],
  ])('takes %s=%s: nobody is in between', (name, value) => {
    expect(faultsOf({ ...production, [name]: value })).toEqual([]);
  });

  test('takes members who connect directly, where that is said', () => {
    expect(readSettings({ ...production, TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0);
  });

  test.each([
    ['PUBLIC_ORIGIN', 'http://wallet.example'],
    ['OPS_ORIGIN', 'http://ops.wallet.example'],
    ['OPS_ORIGIN', 'https://wallet.example:8443'],
    ['OPS_ORIGIN', 'https://localhost'],
    ['SEED_DEMO', 'true'],
    ['RATE_LIMIT_FACTOR', '1000'],
    ['SECRET_KEYS', Buffer.alloc(32).toString('base64')],
    ['SECRET_KEYS', Buffer.from('abcdabcdabcdabcdabcdabcdabcdabcd').toString('base64')],
    ['SECRET_KEYS', key().slice(0, 20)],
    ['DATABASE_URL', 'postgres://trellis@db.example/trellis'],
    ['DATABASE_URL', 'postgres://trellis@db.example/trellis?sslmode=require'],
    ['DATABASE_URL', 'postgres://trellis@db.example/trellis?sslmode=verify-full&sslmode=disable'],
    ['OWNER_DATABASE_URL', 'postgres://owner@203.0.113.7/trellis'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'smtp://mail.example/?requireTLS=false'],
    ['SMTP_URL', 'smtps://mail.example/?tls.rejectUnauthorized=false'],
    ['AWS_ENDPOINT_URL_S3', 'http://s3.example'],
    ['RELEASE_KEYS', '{}'],
    ['RELEASE_KEYS', '/nowhere/keys.json'],
    ['RELEASE_KEYS', JSON.stringify({ [releaseKey.id]: 'no key' })],
    ['RELEASE_KEYS', JSON.stringify({ [releaseKey.id]: { key: releaseKey.publicKey, features: ['teams'] } })],
    ['RELEASE_KEYS', JSON.stringify({ '0123456789abcdef': releaseKey.publicKey })],
    ['RELEASE_OVERRIDES', 'true'],
    ['PORT', '-1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ ...production, [name]: value })).toEqual([name]);
  });
});

test('the development key is made once and readable by its owner only', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-key-'));
  try {
    const [first] = developmentSecrets(directory);
    expect(first).toHaveLength(32);
    expect(developmentSecrets(directory)).toEqual([first]);
    expect(statSync(join(directory, 'secret-key')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
