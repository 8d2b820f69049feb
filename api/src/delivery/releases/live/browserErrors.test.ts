import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { LoadReport, ThrownError } from '@trellis/api-contract';
import { MovableClock } from '../../../ground/clock.ts';
import { Database } from '../../../platform/db/database.ts';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { manyMembers } from '../../../testing/members.ts';
import { testReleaseKeys } from '../../../testing/releaseKeys.ts';
import { forgetReleaseEvents } from '../../../testing/releases.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { compatibilityCheckOf } from '../compatibility/verified.ts';
import { publishRelease } from '../files/publishing.ts';
import { ReleaseStore } from '../files/store.ts';
import { ReleaseEvents } from './events.ts';
import { Loads } from './loads.ts';
import { Releases } from './releases.ts';

const by = { actor: 'test', reason: 'for the test' };
const feature = 'team';
const day = 24 * 3_600_000;
let own: TestDatabase;
let database: Database;
let directory: string;
let clock: MovableClock;
let events: ReleaseEvents;
let loads: Loads;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
  directory = mkdtempSync(join(tmpdir(), 'trellis-errors-'));
  await manyMembers(own, 1, 40);
  const store = new ReleaseStore(join(directory, 'store'));
  events = new ReleaseEvents(database);
  await forgetReleaseEvents(own);
  const releases = new Releases(events, store, compatibilityCheckOf(store, testReleaseKeys.ring));
  for (const release of ['1', '2']) {
    publishRelease(store, testReleaseKeys, writeBuiltRelease(directory, { feature, release }).folder);
    await releases.published(feature, release, by);
  }
  await releases.activate(feature, '1', by);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await own.sql('DELETE FROM browser_error');
  await own.sql('DELETE FROM release_load');
  await own.sql('DELETE FROM release_error');
  clock = new MovableClock();
  loads = new Loads(database, events, clock);
});

const shellFrame = { file: 'shell/9/shell.js', line: 1, column: 99 };
const errorOf = (more: Partial<ThrownError> = {}): ThrownError => ({
  screen: '/team',
  name: 'TypeError',
  digest: '0123456789abcdef',
  frames: [shellFrame, { file: 'team/1/home.js', line: 1, column: 5 }],
  ...more,
});
const crashed = (thrown: LoadReport['thrown'], more: Partial<LoadReport> = {}): LoadReport => ({
  ...{ feature, release: '1', phase: 'render', outcome: 'crashed', milliseconds: 0 },
  ...(thrown && { thrown }),
  ...more,
});
const send = (member: number, ...reports: readonly LoadReport[]) =>
  loads.note('member', { id: String(member), network: String(member) }, reports);
const listed = () => loads.errors.list(feature, '1');

test('a kind of error is one row: how many met it, first and last, with the stack of whoever met it first', async () => {
  await send(1, crashed(errorOf()));
  clock.advance(day);
  await send(2, crashed(errorOf({ frames: [{ file: 'team/1/home.js', line: 1, column: 5 }] })));
  const [error, ...more] = await listed();
  expect([error, more]).toEqual([
    { id: expect.any(String), ...errorOf(), members: 2, firstAt: expect.any(Date), lastAt: expect.any(Date) },
    [],
  ]);
  const [firstAt = 0, lastAt = 0] = [error?.firstAt.getTime(), error?.lastAt.getTime()];
  expect(lastAt - firstAt).toBeGreaterThanOrEqual(day);
  expect(clock.now().getTime() - lastAt).toBeLessThan(60_000);
});

test.each<[string, Partial<ThrownError>]>([
  ['screen', { screen: '/team/invite' }],
  ['name', { name: 'RangeError' }],
  ['message', { digest: 'fedcba9876543210' }],
  ['place', { frames: [shellFrame, { file: 'team/1/home.js', line: 1, column: 6 }] }],
])('another %s is another kind', async (_what, more) => {
  await send(1, crashed(errorOf()), crashed(errorOf(more)));
  expect(await listed()).toHaveLength(2);
});

test('whoever reports a crash again, of one page or of two processes, counts once, in the list and for the verdict', async () => {
  const past = new Date(clock.now().getTime() - 1);
  const later = () => new Date(clock.now().getTime() + 1);
  await send(1, crashed(errorOf()), crashed(errorOf()));
  await send(1, crashed(errorOf()));
  loads = new Loads(database, events, clock);
  await Promise.all([send(1, crashed(errorOf())), send(2, crashed(errorOf()))]);
  expect((await listed()).map(({ members }) => members)).toEqual([2]);
  expect(await loads.weighed(feature, '1', past, later())).toMatchObject({ members: 2, failed: 2 });
});

test('what is known of an error changes nobody’s count: neither with it nor without, nor where it is too much', async () => {
  const past = new Date(clock.now().getTime() - 1);
  const weighed = async (reportOf: (member: number) => readonly LoadReport[]) => {
    await own.sql('DELETE FROM release_load');
    loads = new Loads(database, events, clock);
    for (let member = 1; member <= 20; member += 1) await send(member, ...reportOf(member));
    return loads.weighed(feature, '1', past, new Date(clock.now().getTime() + 1));
  };
  const bare = await weighed(() => [crashed(undefined)]);
  expect(bare).toMatchObject({ members: 20, failed: 20, networks: 20 });
  expect(await weighed(() => [crashed(errorOf())])).toEqual(bare);
  // Each of them has as many as one may have, and together they have more than are kept.
  const many = (member: number) =>
    Array.from({ length: 20 }, (_, at) => crashed(errorOf({ screen: `/team/${member}/${at}` })));
  expect(await weighed(many)).toEqual(bare);
});

test('what did not come is in the list, and threw at nobody', async () => {
  const missing = errorOf({ name: 'chunk missing', frames: [{ file: 'team/1/home.js', line: 0, column: 0 }] });
  await send(1, crashed(missing, { phase: 'chunk', outcome: 'missing' }));
  await send(2, crashed(errorOf({ frames: [] }), { phase: 'start', outcome: 'incompatible' }));
  expect((await listed()).map(({ name }) => name).sort()).toEqual(['TypeError', 'chunk missing']);
  expect(await own.sql('SELECT count(*)::int AS rows FROM release_error')).toEqual([{ rows: 0 }]);
});

test('a release that nobody was given, and a load that went well, leave nothing', async () => {
  await send(1, crashed(errorOf(), { release: '2' }), crashed(errorOf(), { release: 'none' }));
  await send(1, crashed(errorOf(), { phase: 'start', outcome: 'ok' }));
  expect(await own.sql('SELECT count(*)::int AS rows FROM browser_error')).toEqual([{ rows: 0 }]);
});

test('one member has twenty kinds, a release a hundred: a new one takes the place of the rarest, longest unseen', async () => {
  for (let member = 1; member <= 3; member += 1) await send(member, crashed(errorOf({ screen: '/met/by/three' })));
  for (let at = 0; at < 30; at += 1) await send(4, crashed(errorOf({ screen: `/of/four/${at}` })));
  expect(await listed()).toHaveLength(21);
  clock.advance(1);
  for (let member = 5; member <= 12; member += 1)
    for (let at = 0; at < 20; at += 1) await send(member, crashed(errorOf({ screen: `/of/${member}/${at}` })));
  expect(await own.sql('SELECT count(*)::int AS rows FROM browser_error')).toEqual([{ rows: 100 }]);
  const [most, ...rest] = await listed();
  expect(most).toMatchObject({ screen: '/met/by/three', members: 3 });
  expect(rest.filter(({ screen }) => screen.startsWith('/of/four'))).toEqual([]);
});

test('a shell of the version before says a message: its digest alone is kept', async () => {
  const former = { place: 'home.js:1:5', screen: '/team', message: 'TypeError: hana has 0 USD' };
  await send(1, crashed(former));
  expect(await listed()).toMatchObject([
    {
      ...{ screen: '/team', name: 'TypeError', digest: expect.stringMatching(/^[0-9a-f]{16}$/) },
      frames: [{ file: 'team/1/home.js', line: 1, column: 5 }],
    },
  ]);
  const kept = await own.sql('SELECT e::text || r::text AS row FROM browser_error e, release_error r');
  expect(JSON.stringify(kept)).not.toContain('hana');
});

test('what was not met for a month is forgotten, with who met it', async () => {
  await send(1, crashed(errorOf()));
  await send(1, crashed(errorOf({ screen: '/team/invite' })));
  clock.advance(20 * day);
  loads = new Loads(database, events, clock);
  await send(2, crashed(errorOf()));
  clock.advance(11 * day);
  await loads.forgetOld();
  expect((await listed()).map(({ screen, members }) => [screen, members])).toEqual([['/team', 2]]);
  expect(await own.sql('SELECT count(*)::int AS rows FROM browser_error_member')).toEqual([{ rows: 2 }]);
});
