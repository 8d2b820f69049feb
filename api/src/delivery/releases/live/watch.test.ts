import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LoadReport, ScreenUse } from '@trellis/api-contract';
import { MovableClock } from '../../../ground/clock.ts';
import { createLog } from '../../../ground/log.ts';
import { Database } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { manyMembers } from '../../../testing/members.ts';
import { testReleaseKeys } from '../../../testing/releaseKeys.ts';
import { forgetReleaseEvents } from '../../../testing/releases.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { compatibilityCheckOf } from '../compatibility/verified.ts';
import { publishRelease } from '../files/publishing.ts';
import { ReleaseStore } from '../files/store.ts';
import { isChosen } from './assignment.ts';
import { ReleaseEvents } from './events.ts';
import { HealthReader } from './healthReader.ts';
import { Loads } from './loads.ts';
import { Releases } from './releases.ts';
import { emptyState } from './state.ts';
import { watchReleases } from './watch.ts';

const by = { actor: 'test', reason: 'for the test' };
const feature = 'team';
const hour = 3_600_000;
let own: TestDatabase;
let database: Database;
let directory: string;
let clock: MovableClock;
let events: ReleaseEvents;
let releases: Releases;
let loads: Loads;
let watch: Job;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
  directory = mkdtempSync(join(tmpdir(), 'trellis-watch-'));
  await manyMembers(own, 1, 400);
  await manyMembers(own, 1_001, 40, 2);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await forgetReleaseEvents(own);
  await own.sql('DELETE FROM release_load');
  await own.sql('DELETE FROM release_first_paint');
  await own.sql('DELETE FROM release_use');
  clock = new MovableClock();
  events = new ReleaseEvents(database);
  const store = new ReleaseStore(join(directory, 'store'));
  releases = new Releases(events, store, compatibilityCheckOf(store, testReleaseKeys.ring));
  loads = new Loads(database, events, clock);
  watch = watchReleases({ events, loads, releases, clock, log: createLog('silent', 1) });
  for (const release of ['1', '2', '3']) {
    publishRelease(store, testReleaseKeys, writeBuiltRelease(directory, { feature, release }).folder);
    await releases.published(feature, release, by);
  }
  await releases.activate(feature, '1', by);
});

const report = (release: string, outcome: LoadReport['outcome']): LoadReport => ({
  feature,
  release,
  phase: outcome === 'ok' ? 'start' : 'chunk',
  outcome,
  milliseconds: 100,
});
/** Each of a network of its own, unless something else is said. */
async function loadsOf(
  release: string,
  members: readonly number[],
  failing: (member: number) => boolean,
  networkOf: (member: number) => string = String,
) {
  for (const member of members)
    await loads.note('member', { id: String(member), network: networkOf(member) }, [
      report(release, failing(member) ? 'missing' : 'ok'),
    ]);
}
/** The first members to whom a share of a roll-out goes. */
const chosen = (share: number, count: number) =>
  upTo(400)
    .filter((member) => isChosen(feature, { member: String(member) }, share))
    .slice(0, count);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Of what was reported before this moment: a report of the very millisecond is the next step's. */
const step = () => {
  clock.advance(1);
  return watch.run(new AbortController().signal);
};
const stable = async () => (await events.states()).get(feature)?.stable?.release;
const candidate = async () => (await events.states()).get(feature)?.candidate?.release;

test('a candidate that crashes at a share of 5 % is taken back, with the evidence in the record', async () => {
  await releases.rollOut(feature, '2', 500, by);
  const [chosen, others] = [true, false].map((is) =>
    upTo(400).filter((member) => isChosen(feature, { member: String(member) }, 500) === is),
  );
  await loadsOf('1', others ?? [], () => false);
  await loadsOf('2', chosen ?? [], () => true);
  await step();
  expect([await stable(), await candidate()]).toEqual(['1', undefined]);
  const [latest] = await events.history(feature, 1);
  expect(latest).toMatchObject({
    action: 'rollback',
    release: '1',
    actor: 'automatic',
    evidence: {
      release: '2',
      members: chosen?.length,
      failed: chosen?.length,
      networks: chosen?.length,
      outsiders: 0,
      elsewhere: { members: (chosen?.length ?? 0) - 2, failed: (chosen?.length ?? 0) - 2 },
      failures: { 'chunk missing': chosen?.length },
    },
  });
  expect(chosen?.length).toBeGreaterThanOrEqual(10);
});

test('a release that is live for everybody goes back to the one before, and not further for what is past', async () => {
  await releases.activate(feature, '2', by);
  await releases.activate(feature, '3', by);
  await loadsOf('3', upTo(40), (member) => member % 2 === 0);
  await step();
  expect(await stable()).toBe('2');
  await step();
  expect(await stable()).toBe('2');
});

test('accounts of less than a week undo nothing; the evidence of a later step shows them', async () => {
  await releases.activate(feature, '2', by);
  await loadsOf(
    '2',
    [...upTo(40)].map((place) => 1_000 + place),
    () => true,
  );
  await step();
  expect(await stable()).toBe('2');
  await loadsOf('2', upTo(20), () => true);
  await step();
  expect(await stable()).toBe('1');
  const [latest] = await events.history(feature, 1);
  expect(latest?.evidence).toMatchObject({ members: 20, failed: 20, outsiders: 40 });
});

test('two networks alone undo nothing, however many sit there; many networks do', async () => {
  await releases.activate(feature, '2', by);
  await loadsOf(
    '2',
    upTo(60),
    () => true,
    (member) => `network ${member % 2}`,
  );
  await step();
  expect(await stable()).toBe('2');
  await loadsOf('2', upTo(90).slice(60), () => true);
  await step();
  expect(await stable()).toBe('1');
  const [latest] = await events.history(feature, 1);
  expect(latest?.evidence).toMatchObject({ members: 90, networks: 32, elsewhere: { members: 30, failed: 30 } });
});

test.each(['candidate', 'everybody'])(
  'a security fix is never taken away by itself from %s, nor gone back past',
  async (whose) => {
    if (whose === 'candidate') await releases.rollOut(feature, '2', 5_000, by, { securityFix: true });
    else await releases.activate(feature, '2', by, { securityFix: true });
    await loadsOf('2', whose === 'candidate' ? chosen(5_000, 60) : upTo(60), () => true);
    await step();
    expect(whose === 'candidate' ? await candidate() : await stable()).toBe('2');
    if (whose === 'candidate') return;
    await own.sql('DELETE FROM release_load');
    await releases.activate(feature, '3', by);
    await loadsOf('3', upTo(60), () => true);
    await step();
    // From the release after it back to the fix, and no further.
    expect(await stable()).toBe('2');
    await step();
    expect(await stable()).toBe('2');
  },
);

test('a healthy candidate stays, with some noise and however often it is looked at', async () => {
  await releases.rollOut(feature, '2', 5_000, by);
  for (const members of [50, 100, 200]) {
    const [first] = chosen(5_000, 1);
    await loadsOf('2', chosen(5_000, members), (member) => member === first);
    await step();
  }
  expect(await candidate()).toBe('2');
});

test('a day on which the old fails as the new does says nothing against the new', async () => {
  await releases.rollOut(feature, '2', 5_000, by);
  await loadsOf('1', upTo(60), (member) => member % 3 === 0);
  await loadsOf('2', chosen(5_000, 60), (member) => member % 3 === 0);
  await step();
  expect(await candidate()).toBe('2');
});

test('who was not given a release that is rolled out says nothing of it, however they say it', async () => {
  await releases.rollOut(feature, '2', 100, by);
  const others = upTo(400).filter((member) => !isChosen(feature, { member: String(member) }, 100));
  await loadsOf('2', others, () => true);
  // Nor of what was published and never live.
  await loadsOf('3', others, () => true);
  expect(await own.sql('SELECT member FROM release_load')).toEqual([]);
  await step();
  expect(await candidate()).toBe('2');
  // The same members, once it is theirs.
  await releases.activate(feature, '2', by);
  await loadsOf('2', others.slice(0, 40), () => true);
  await step();
  expect(await stable()).toBe('1');
  // And of what they had, from pages that are open still.
  await loadsOf('2', others.slice(40, 50), () => true);
  expect(await own.sql(`SELECT count(*)::int AS members FROM release_load WHERE release = '2'`)).toEqual([
    { members: 50 },
  ]);
});

test('a release that was well for a day is not rolled back for what begins then', async () => {
  await releases.activate(feature, '2', by);
  clock.advance(25 * hour);
  await loadsOf('2', upTo(50), () => true);
  await step();
  expect(await stable()).toBe('2');
});

test('one member can fail as often as they like: it is one', async () => {
  await releases.activate(feature, '2', by);
  for (let times = 0; times < 30; times += 1) {
    clock.advance(hour / 6);
    await loads.note('member', { id: '7', network: 'a' }, [report('2', 'crashed')]);
  }
  await step();
  expect(await stable()).toBe('2');
  clock.advance(1);
  expect(await loads.weighed(feature, '2', clock.now(), clock.now())).toMatchObject({ members: 0 });
  expect(await loads.weighed(feature, '2', new Date(clock.now().getTime() - 6 * hour), clock.now())).toMatchObject({
    members: 1,
    failed: 1,
  });
});

test('failures of an earlier time live do not count against the next', async () => {
  await releases.activate(feature, '2', by);
  await loadsOf('2', upTo(20), () => true);
  await step();
  expect(await stable()).toBe('1');
  clock.advance(hour);
  await own.sql(
    `UPDATE release_load SET loaded_at = loaded_at - interval '2 hours', failed_at = failed_at - interval '2 hours'`,
  );
  await releases.activate(feature, '2', by);
  await loadsOf('2', upTo(20), () => false);
  await step();
  expect(await stable()).toBe('2');
});

describe('whoever looks sees what is judged', () => {
  const health = async () =>
    new HealthReader(loads, clock).read(feature, (await events.states()).get(feature) ?? emptyState);

  test('a candidate alongside what is live, in the same period, with where it goes back to', async () => {
    await loadsOf('1', [101, 102, 103], () => true);
    await own.sql(
      `UPDATE release_load SET loaded_at = loaded_at - interval '2 hours', failed_at = failed_at - interval '2 hours'`,
    );
    await releases.rollOut(feature, '2', 500, by);
    await loadsOf('1', upTo(30), () => false);
    const given = chosen(500, 4);
    await loadsOf('2', given, (member) => member === given[0]);
    clock.advance(1);
    const { people, releases: shown } = await health();
    expect(people).toBe(new Set([...upTo(30), 101, 102, 103, ...given]).size);
    expect(shown).toMatchObject([
      {
        release: '2',
        place: 'candidate',
        counts: { members: 4, failed: 1 },
        verdict: { word: 'tooFew', failing: false },
        failures: { 'chunk missing': 1 },
        trial: { until: undefined, backTo: '1' },
      },
      { release: '1', place: 'live', counts: { members: 30, failed: 0 }, verdict: { word: 'well' }, trial: undefined },
    ]);
  });

  test.each([
    ['many networks', String, 'failing'],
    ['two networks alone', (member: number) => `network ${member % 2}`, 'well'],
  ] as const)('what fails on %s has the word that the job goes by', async (_where, networkOf, word) => {
    await releases.activate(feature, '2', by);
    await loadsOf('2', upTo(40), (member) => member % 2 === 0, networkOf);
    clock.advance(1);
    const { releases: shown } = await health();
    expect(shown).toMatchObject([
      { release: '2', place: 'live', verdict: { word }, trial: { backTo: '1' } },
      { release: '1', place: 'before' },
    ]);
    await step();
    expect(await stable()).toBe(word === 'failing' ? '1' : '2');
    const [latest] = await events.history(feature, 1);
    if (word === 'failing')
      expect(latest?.evidence).toMatchObject({ ...shown[0]?.counts, atLeast: shown[0]?.verdict.atLeast });
  });

  test('what is pinned, or closes a hole, goes nowhere by itself, and says so', async () => {
    await releases.activate(feature, '2', by, { securityFix: true });
    await loadsOf('2', upTo(20), () => true);
    clock.advance(1);
    expect((await health()).releases[0]).toMatchObject({ verdict: { word: 'failing' }, trial: { backTo: undefined } });
    await step();
    expect(await stable()).toBe('2');
  });

  test('a day later nothing goes back by itself, and the last day is shown', async () => {
    await releases.activate(feature, '2', by);
    await loadsOf('2', upTo(20), () => true);
    clock.advance(25 * hour);
    await loadsOf('2', [300], () => false);
    clock.advance(1);
    expect((await health()).releases).toMatchObject([{ release: '2', counts: { members: 1 }, trial: undefined }]);
  });

  test('it is read once in five seconds, and again when something was done', async () => {
    const reader = new HealthReader(loads, clock);
    const members = async () =>
      (await reader.read(feature, (await events.states()).get(feature) ?? emptyState)).releases.map(
        ({ counts }) => counts.members,
      );
    expect(await members()).toEqual([0]);
    await loadsOf('1', upTo(3), () => false);
    clock.advance(4_000);
    expect(await members()).toEqual([0]);
    clock.advance(1_000);
    expect(await members()).toEqual([3]);
    await releases.rollOut(feature, '2', 500, by);
    expect((await members()).length).toBe(2);
  });
});

describe('how soon a release is on the page', () => {
  beforeEach(() => releases.activate(feature, '2', by));
  /** Reported to a process that has forgotten what it noted a short while ago. */
  const paintsOf = (members: readonly number[], paintedMs: number, release = '2') => {
    const another = new Loads(database, events, clock);
    return Promise.all(
      members.map((member) =>
        another.note('member', { id: String(member), network: 'a' }, [
          { ...report(release, 'ok'), firstPaintMs: paintedMs },
        ]),
      ),
    );
  };
  const paint = async (release = '2') => (await loads.firstPaints.read(feature, [release])).get(release);

  test('is the step that half of the loads, and 95 of 100, are within', async () => {
    expect(await paint()).toEqual({ loads: 0, p50: null, p95: null });
    await paintsOf(upTo(60), 700);
    await paintsOf(upTo(95).slice(60), 1_000);
    await paintsOf(upTo(100).slice(95), 120_000);
    expect(await paint()).toEqual({ loads: 100, p50: 800, p95: 1_200 });
    await paintsOf([101, 102], 120_000);
    expect(await paint()).toEqual({ loads: 102, p50: 800, p95: 120_000 });
    expect(await paint('1')).toEqual({ loads: 0, p50: null, p95: null });
  });

  test('is not said of fewer than twenty', async () => {
    await paintsOf(upTo(19), 100);
    expect(await paint()).toEqual({ loads: 19, p50: null, p95: null });
    await paintsOf([20], 0);
    expect(await paint()).toEqual({ loads: 20, p50: 100, p95: 100 });
  });

  test('counts each once for a release, however often, at once, and by whichever process they report', async () => {
    const other = new Loads(database, events, clock);
    const reported = { ...report('2', 'ok'), firstPaintMs: 300 };
    await Promise.all(
      [loads, other, loads, other].map((each) =>
        each.note('member', { id: '7', network: 'a' }, [reported, { ...reported, firstPaintMs: 9_000 }]),
      ),
    );
    clock.advance(hour);
    await paintsOf([7], 5_000);
    await paintsOf([7], 300, '1');
    expect(await own.sql('SELECT release, loads::int FROM release_first_paint ORDER BY release')).toEqual([
      { release: '1', loads: 1 },
      { release: '2', loads: 1 },
    ]);
  });

  test('is not counted of what failed, of hidden pages, and of older shells, which report nothing', async () => {
    await loads.note('member', { id: '1', network: 'a' }, [{ ...report('2', 'missing'), firstPaintMs: 10 }]);
    await loads.note('member', { id: '2', network: 'a' }, [report('2', 'ok')]);
    expect(await paint()).toMatchObject({ loads: 0 });
    // Whoever shown nothing yet counts with their next load.
    clock.advance(hour);
    await paintsOf([1, 2], 10);
    expect(await paint()).toMatchObject({ loads: 2 });
  });

  test('is kept for as long as loads are, and then counted again', async () => {
    await paintsOf(upTo(20), 100);
    clock.advance(29 * 24 * hour);
    await paintsOf(upTo(20), 6_000);
    await loads.forgetOld();
    expect(await paint()).toEqual({ loads: 20, p50: 100, p95: 100 });
    clock.advance(2 * 24 * hour);
    await paintsOf(upTo(20), 6_000);
    await loads.forgetOld();
    expect(await paint()).toEqual({ loads: 20, p50: 6_400, p95: 6_400 });
  });

  test('stands alongside the health of each release that is shown', async () => {
    await releases.rollOut(feature, '3', 5_000, by);
    await paintsOf(upTo(25), 250);
    await paintsOf(chosen(5_000, 20), 2_000, '3');
    clock.advance(1);
    const { releases: shown } = await new HealthReader(loads, clock).read(
      feature,
      (await events.states()).get(feature) ?? emptyState,
    );
    expect(shown).toMatchObject([
      { release: '3', place: 'candidate', counts: { members: 20 }, firstPaint: { loads: 20, p50: 2_400, p95: 2_400 } },
      { release: '2', place: 'live', counts: { members: 25 }, firstPaint: { loads: 25, p50: 300, p95: 300 } },
      { release: '1', place: 'before' },
    ]);
  });
});

test('who uses a feature is noted by the day, whether it loads or not, for as long as that counts', async () => {
  const uses = () =>
    own.sql<{ member: string }>(`SELECT feature, member, last_on::text AS day FROM feature_use ORDER BY member`);
  const day = () => clock.now().toISOString().slice(0, 10);
  const noted = (member: string, outcome: LoadReport['outcome']) =>
    new Loads(database, events, clock).note('member', { id: member, network: 'a' }, [report('1', outcome)]);
  await own.sql('DELETE FROM feature_use');
  await Promise.all([noted('7', 'ok'), noted('7', 'missing'), noted('8', 'missing')]);
  const first = day();
  expect(await uses()).toEqual([
    { feature, member: '7', day: first },
    { feature, member: '8', day: first },
  ]);
  clock.advance(90 * 24 * hour);
  await noted('8', 'ok');
  await loads.forgetOld();
  expect(await uses()).toEqual([
    { feature, member: '7', day: first },
    { feature, member: '8', day: day() },
  ]);
  clock.advance(24 * hour);
  await loads.forgetOld();
  expect((await uses()).map(({ member }) => member)).toEqual(['8']);
});

test('nobody reports of what their pages cannot load', async () => {
  await loads.note('operator', { id: '1', network: 'a' }, [report('1', 'crashed')]);
  expect(await own.sql('SELECT release FROM release_load')).toEqual([]);
});

test('a report of what does not exist is passed over, and old ones are forgotten', async () => {
  await loads.note('member', { id: '1', network: 'a' }, [report('nothing', 'crashed'), report('1', 'ok')]);
  expect(await own.sql('SELECT release FROM release_load')).toEqual([{ release: '1' }]);
  clock.advance(31 * 24 * hour);
  expect(await loads.forgetOld()).toBe(1);
});

test('what throws in use has a measure of its own: no load failed, nothing goes back, and the page shows where', async () => {
  await own.sql('DELETE FROM release_error');
  const health = new HealthReader(loads, clock);
  const state = async () => (await events.states()).get(feature) ?? emptyState;
  const threw = (place: string): LoadReport => ({
    ...report('2', 'threw'),
    phase: 'run',
    thrown: { place, screen: '/team', message: 'TypeError: x is undefined' },
  });
  await releases.activate(feature, '2', by);
  await loadsOf('2', upTo(100), () => false);
  // Known members, and outsiders, who are shown and do not count.
  for (const member of [...upTo(30), 1_001, 1_002]) {
    const reporter = { id: String(member), network: String(member) };
    await loads.note('member', reporter, [threw('home.js:1:5'), threw('home.js:1:5')]);
  }
  for (let at = 0; at < 40; at++) await loads.note('member', { id: '1', network: '1' }, [threw(`home.js:2:${at}`)]);
  await step();
  expect(await stable()).toBe('2');
  const [live] = (await health.read(feature, await state())).releases;
  expect(live).toMatchObject({
    release: '2',
    counts: { failed: 0 },
    verdict: { word: 'well' },
    thrown: { members: 30, verdict: 'failing' },
  });
  expect(live?.thrown.places[0]).toEqual({
    place: 'home.js:1:5',
    screen: '/team',
    message: 'TypeError',
    members: 32,
  });
  expect(await own.sql(`SELECT count(*)::int AS places FROM release_error WHERE member = 1`)).toMatchObject([
    { places: 20 },
  ]);
  clock.advance(31 * 24 * hour);
  await loads.forgetOld();
  expect(await own.sql('SELECT count(*)::int AS kept FROM release_error')).toMatchObject([{ kept: 0 }]);
});

describe('what people manage to do', () => {
  const screen = '/team/invite';
  const use = (release: string, outcome: ScreenUse, at = screen): LoadReport => ({
    ...report(release, outcome),
    ...{ phase: 'use', milliseconds: 0, screen: at },
  });
  const usesOf = async (
    release: string,
    members: readonly number[],
    outcomeOf: (member: number) => ScreenUse,
    networkOf: (member: number) => string = String,
  ) => {
    for (const member of members)
      await loads.note('member', { id: String(member), network: networkOf(member) }, [
        use(release, 'begun'),
        use(release, outcomeOf(member)),
      ]);
  };
  const others = (share: number) => upTo(400).filter((member) => !isChosen(feature, { member: String(member) }, share));
  const latest = async () => (await events.history(feature, 1))[0];

  test('a button that is dead is found at a share of 5 %, though everything loads', async () => {
    await releases.rollOut(feature, '2', 500, by);
    const given = chosen(500, 400);
    await loadsOf('2', given, () => false);
    await usesOf('1', others(500), () => 'done');
    await usesOf('2', given, () => 'dead');
    await step();
    expect([await stable(), await candidate()]).toEqual(['1', undefined]);
    expect(await latest()).toMatchObject({
      actor: 'automatic',
      reason: `nothing comes of what ${given.length} of ${given.length} members press on ${screen}`,
      evidence: {
        ...{ release: '2', screen, begun: given.length, dead: given.length, done: 0 },
        usual: { begun: others(500).length, done: others(500).length, dead: 0 },
      },
    });
  });

  test('one that takes what is pressed and never does it is found by those who finish with the other', async () => {
    await releases.rollOut(feature, '2', 2_000, by);
    const given = chosen(2_000, 60);
    // Two of three finish what they begin; with the new release nobody does.
    await usesOf('1', others(2_000), (member) => (member % 3 === 0 ? 'begun' : 'done'));
    await usesOf('2', given, () => 'begun');
    await step();
    expect(await candidate()).toBe('2');
    // They have had the time to finish by now.
    clock.advance(11 * 60_000);
    await step();
    expect(await candidate()).toBeUndefined();
    expect((await latest())?.reason).toBe(`only 0 of ${given.length - 2} members finish on ${screen}`);
  });

  test('that nobody finishes any more with a release for everybody may have other reasons, and is shown alone', async () => {
    await usesOf('1', upTo(200), () => 'done');
    clock.advance(hour);
    await releases.activate(feature, '2', by);
    await usesOf('2', upTo(200), () => 'begun');
    clock.advance(hour);
    await step();
    expect(await stable()).toBe('2');
    const { releases: shown } = await new HealthReader(loads, clock).read(
      feature,
      (await events.states()).get(feature) ?? emptyState,
    );
    expect(shown[0]?.uses).toMatchObject([
      { word: 'well', use: { screen, begun: 200, done: 0, dead: 0 }, usual: { begun: 200, done: 200 } },
    ]);
    // What is dead for everybody needs nothing to be compared with.
    await usesOf('2', upTo(60), () => 'dead');
    await step();
    expect(await stable()).toBe('1');
  });

  test('nothing goes back by two networks, by new accounts, by who was not given it, or by what both fail at', async () => {
    await releases.rollOut(feature, '2', 5_000, by);
    await usesOf(
      '2',
      chosen(5_000, 100),
      () => 'dead',
      (member) => `network ${member % 2}`,
    );
    await usesOf('2', others(5_000), () => 'dead');
    await step();
    expect(await candidate()).toBe('2');
    await own.sql('DELETE FROM release_use');
    clock.advance(hour);
    const noise = (member: number): ScreenUse => (member % 3 === 0 ? 'dead' : 'done');
    await usesOf('1', others(5_000), noise);
    await usesOf('2', chosen(5_000, 150), noise);
    await step();
    expect(await candidate()).toBe('2');
    await releases.rollOut(feature, '2', 0, by);
    await releases.activate(feature, '3', by);
    await usesOf(
      '3',
      [...upTo(40)].map((place) => 1_000 + place),
      () => 'dead',
    );
    await step();
    expect(await stable()).toBe('3');
  });

  test('each counts once for a screen, for some screens at most, is no load, and is forgotten like one', async () => {
    for (let time = 0; time < 3; time++) {
      clock.advance(hour);
      await loads.note('member', { id: '7', network: 'a' }, [use('1', 'dead'), use('1', 'done'), use('1', 'begun')]);
    }
    clock.advance(1);
    const from = new Date(clock.now().getTime() - 6 * hour);
    expect((await loads.uses.weighed(feature, '1', from, clock.now())).get(screen)).toMatchObject({
      begun: 1,
      done: 1,
      dead: 1,
    });
    for (let at = 0; at < 60; at++)
      await loads.note('member', { id: '8', network: 'a' }, [use('1', 'begun', `/team/${at}`)]);
    expect(await own.sql('SELECT count(*)::int AS rows FROM release_use WHERE member = 8')).toEqual([{ rows: 40 }]);
    expect(await own.sql('SELECT member FROM release_load')).toEqual([]);
    clock.advance(31 * 24 * hour);
    await loads.forgetOld();
    expect(await own.sql('SELECT member FROM release_use')).toEqual([]);
  });
});
