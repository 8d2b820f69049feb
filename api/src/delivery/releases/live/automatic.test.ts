import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { manyMembers } from '../../../testing/members.ts';
import { testReleaseKeys } from '../../../testing/releaseKeys.ts';
import { Client, startTestApplication, type TestApplication } from '../../../testing/testApplication.ts';
import { publishRelease } from '../files/publishing.ts';
import { isChosen } from './assignment.ts';
import { ReleaseEvents } from './events.ts';

/** The whole of it, over HTTP: 400 members with a session each, of whom a twentieth gets a release that crashes. */
const by = { actor: 'test', reason: 'for the test' };
const firstId = 700_001;
const count = 400;
let app: TestApplication;
let directory: string;
let members: readonly { readonly id: string; readonly client: Client }[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-automatic-'));
  app = await startTestApplication({ trustedProxies: 1 });
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await manyMembers(app.database, firstId, count);
  await app.database.sql(
    `INSERT INTO session SELECT token, $2::int + n - 1, 'member', now(), now(), NULL, 'test'
       FROM unnest($1::bytea[]) WITH ORDINALITY AS s (token, n)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), firstId],
  );
  members = tokens.map((token, index) => ({
    id: String(firstId + index),
    client: new Client(app.origin, `trellis-dev-session=${token}`),
  }));
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a release that crashes for its 5 % is taken back by itself, and nobody was asked', async () => {
  const { releases } = app.application;
  for (const release of ['1', '2']) {
    const { folder } = writeBuiltRelease(directory, { feature: 'plan', release });
    publishRelease(releases.store, testReleaseKeys, folder);
  }
  await releases.activate('plan', '1', by);
  await releases.rollOut('plan', '2', 500, by);

  for (const [place, { id, client }] of members.entries()) {
    const chosen = isChosen('plan', { member: id }, 500);
    const report = { feature: 'plan', release: chosen ? '2' : '1', milliseconds: 300 };
    const outcome = chosen ? { phase: 'render', outcome: 'crashed' } : { phase: 'start', outcome: 'ok' };
    const from = { 'x-forwarded-for': `10.0.${place % 100}.7` };
    const answer = await client.post('/api/v1/release-reports', { reports: [{ ...report, ...outcome }] }, from);
    expect(answer.status).toBe(202);
  }
  const [latest] = await takenBack();
  expect(latest).toMatchObject({
    action: 'rollback',
    release: '1',
    actor: 'automatic',
    evidence: { release: '2', failures: { 'render crashed': expect.any(Number) }, usual: { failed: 0 }, outsiders: 0 },
  });
});

test('ten throw-away accounts undo nothing, from however many networks', async () => {
  const { releases } = app.application;
  const { folder } = writeBuiltRelease(directory, { feature: 'plan', release: '3' });
  publishRelease(releases.store, testReleaseKeys, folder);
  await releases.activate('plan', '3', by);
  const ids = await manyMembers(app.database, firstId + 1_000, 10, 0);
  const tokens = ids.map(() => randomBytes(32).toString('base64url'));
  await app.database.sql(
    `INSERT INTO session SELECT token, $2::int + n - 1, 'member', now(), now(), NULL, 'test'
       FROM unnest($1::bytea[]) WITH ORDINALITY AS s (token, n)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), firstId + 1_000],
  );
  const crash = { feature: 'plan', release: '3', phase: 'render', outcome: 'crashed', milliseconds: 1 };
  for (const [place, token] of tokens.entries()) {
    const client = new Client(app.origin, `trellis-dev-session=${token}`);
    const from = { 'x-forwarded-for': `10.1.${place}.7` };
    expect((await client.post('/api/v1/release-reports', { reports: [crash] }, from)).status).toBe(202);
  }
  // The watch has looked twice.
  await delay(11_000);
  const events = new ReleaseEvents(app.application.database);
  expect((await events.states()).get('plan')?.stable?.release).toBe('3');
});

/** The record of the feature, as soon as its latest event is a roll-back, or after half a minute. */
async function takenBack() {
  const events = new ReleaseEvents(app.application.database);
  for (let tries = 0; tries < 60; tries += 1) {
    const history = await events.history('plan', 1);
    if (history[0]?.action === 'rollback') return history;
    await delay(500);
  }
  return events.history('plan', 1);
}
