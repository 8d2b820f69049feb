import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Rules } from '../../governance/rules/rules.ts';
import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balanceOf } from '../../testing/balances.ts';
import { brokenBooks } from '../../testing/bareNodes.ts';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient } from '../../testing/operators.ts';
import { setRule } from '../../testing/rules.ts';
import { enrol, fundBonusPool, sell, setNow } from '../../testing/salesTeam.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Records } from '../wallet/records.ts';
import { closeNextDay } from './bonusClosing.ts';
import { payBonuses } from './bonusPayouts.ts';
import { TeamPerformance } from './performance.ts';

/**
 * Rita and Rob are reviewers, Tina and Theo are treasurers, Vera sees nothing. Two members, `one` and `two`, have each sponsored two who
 * buy for 100 on every day: 6 direct and 5 of pairing.
 */
let app: TestApplication;
let database: Database;
let rita: OpsClient;
let rob: OpsClient;
let tina: OpsClient;
let theo: OpsClient;
let vera: OpsClient;
let one: string;
let two: string;
let buyers: readonly string[];
// Tomorrow: what the product itself has booked by now is before it, at whatever hour this runs.
const first: UtcDay = utcDayOf(new Date()) + 1;
let day = first;

beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 4 });
  const people = [
    ['rita', 'reviewer'],
    ['rob', 'reviewer'],
    ['tina', 'treasurer'],
    ['theo', 'treasurer'],
    ['vera', 'viewer'],
  ] as const;
  const clients: OpsClient[] = [];
  for (const [name, role] of people) clients.push(await loggedIn(app, await enrolled(app, name, [role])));
  [rita, rob, tina, theo, vera] = clients as [OpsClient, OpsClient, OpsClient, OpsClient, OpsClient];
  const { database: own } = app;
  await setNow(own, `${dayText(first)} 09:00+00`);
  await setRule(own, 'productSale', 'team', { open: true, closedIn: '' }, "'2001-01-01'");
  const [demo] = await own.sql<{ id: string }>(`SELECT id::text FROM member WHERE username = 'demo'`);
  one = await enrol(own, demo?.id ?? null, 'left');
  two = await enrol(own, demo?.id ?? null, 'right');
  const made: string[] = [];
  for (const sponsor of [one, two])
    for (const side of ['left', 'right'] as const) made.push(await enrol(own, sponsor, side));
  buyers = made;
  await fundBonusPool(own, 1_000_000_000n);
  for (const member of [one, two]) await buy(member, 'Gold', 1_000n);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** What the verifier misses where packages are sold without their journals, parts and certificates. */
const soldHere: readonly string[] = [
  'the parts of a package make it up, each on its day',
  'a package was paid for, and its reward reserved, in the journal that it was bought by',
  'every package has one certificate or waits for it; there is no gap, and each is made on the one before it',
];
const million = 1_000_000n;
const buy = (member: string, level: string, units: bigint): Promise<string> =>
  sell(app.database, { member, level, price: units * million, day, loops: 3, loopDays: 30 });
/** All four buy, the day ends and is closed, and what nobody holds is paid. @returns the day */
async function closeDay(): Promise<string> {
  await setNow(app.database, `${dayText(day)} 09:00+00`);
  for (const buyer of buyers) await buy(buyer, 'Clear', 100n);
  const ended = dayText(day);
  day += 1;
  await setNow(app.database, `${dayText(day)} 00:10+00`);
  while (await closeNextDay(database, app.application.tree));
  expect(await app.database.sql('SELECT day::text FROM bonus_day WHERE day = $1', [ended])).toEqual([{ day: ended }]);
  await payAll();
  return ended;
}
const payAll = (): Promise<boolean> => database.inTransaction(() => payBonuses(database));
const nameOf = (member: string): string => `m${member}`;
const hold = (who: OpsClient, body: object): Promise<OpsAnswer> =>
  who.post('/bonus/holds', { cause: 'sharedAccounts', reason: 'looks like one person', ...body });
const release = (who: OpsClient, { body }: OpsAnswer): Promise<OpsAnswer> =>
  who.post(`/bonus/holds/${body.id}/release`, { reason: 'two people after all' });
const outcomeOf = ({ status, body, problem }: OpsAnswer): unknown =>
  status === 200 ? (body.releasedBy ?? 'held') : problem.code;
const usdpOf = (member: string): Promise<bigint> => balanceOf(app.database, BigInt(member) * 1000n + 121n);
async function heldTo(member: string, subject: string): Promise<unknown> {
  const clock = { now: () => new Date(`${subject}T12:00:00Z`) };
  const performance = new TeamPerformance({ database, clock, rules: new Rules(database, clock) });
  const { days } = await performance.read(member, subject.slice(0, 7));
  const bonus = days.find((each) => each.day === subject)?.bonus;
  return [bonus?.arrived, bonus?.held];
}

test('a member who is held is informed, and is paid once, when somebody else lets it go', async () => {
  const held = await hold(rita, { username: nameOf(one) });
  expect(held.body).toMatchObject({
    username: nameOf(one),
    day: null,
    cause: 'sharedAccounts',
    heldBy: 'operator:rita',
    reason: 'looks like one person',
    releasedBy: null,
    waits: { amount: '0.00', unit: 'USD' },
  });
  const notices = 'SELECT template, link FROM notice WHERE member = $1';
  expect(await app.database.sql(notices, [one])).toEqual([
    { template: 'teamBonusHeld', link: '/team?tab=performance' },
  ]);
  expect(outcomeOf(await hold(rob, { username: nameOf(one) }))).toBe('bonus.already_held');

  const closed = await closeDay();
  expect([await usdpOf(one), await usdpOf(two)]).toEqual([0n, 8_800_000n]);
  expect(await heldTo(one, closed)).toEqual([false, 'sharedAccounts']);
  expect(await heldTo(two, closed)).toEqual([true, null]);
  expect((await tina.get(`/bonus/days/${closed}`)).body).toMatchObject({
    demand: { amount: '22.00' },
    paid: { amount: '22.00' },
    factor: '1.0000',
    unpaid: { lines: 1, amount: { amount: '11.00' } },
    held: false,
    sums: {
      direct: { amount: '12.00' },
      pairing: { amount: '10.00' },
      matched: { amount: '200.00' },
      rp: { amount: '4.40' },
    },
    largest: expect.arrayContaining([
      expect.objectContaining({ username: nameOf(one), arrived: false, held: 'sharedAccounts' }),
      expect.objectContaining({ username: nameOf(two), arrived: true, held: null }),
    ]),
  });
  const [listed] = (await tina.get('/bonus/holds')).body.holds as object[];
  expect(listed).toMatchObject({ id: held.body.id, waits: { amount: '11.00', unit: 'USD' } });

  // Their own look pays nothing either, and is no fault.
  expect(await database.inTransaction(() => payBonuses(database, one))).toBe(false);
  expect(outcomeOf(await release(rita, held))).toBe('approval.second_person');
  expect(outcomeOf(await release(rob, held))).toBe('operator:rob');
  expect(outcomeOf(await release(rob, held))).toBe('approval.closed');
  await payAll();
  await payAll();
  expect(await usdpOf(one)).toBe(8_800_000n);
  expect(await heldTo(one, closed)).toEqual([true, null]);
  const log = await app.database.sql<{ line: string }>(
    `SELECT actor || ' ' || action || ' ' || subject || ' ' || reason AS line FROM audit_event
      WHERE action IN ('bonus.hold', 'bonus.release') ORDER BY number`,
  );
  expect(log.map(({ line }) => line)).toEqual([
    `operator:rita bonus.hold ${nameOf(one)} looks like one person`,
    `operator:rob bonus.release ${nameOf(one)} two people after all`,
  ]);
});

test('a day that is held waits for all, and the next one does not wait for it', async () => {
  const before = await usdpOf(two);
  const held = await hold(rob, { day: dayText(day), cause: 'review' });
  const waiting = await closeDay();
  expect(await usdpOf(two)).toBe(before);
  expect(await heldTo(two, waiting)).toEqual([false, 'review']);
  expect(await app.database.sql('SELECT balance::text FROM account WHERE id = 604')).toEqual([{ balance: '22000000' }]);
  await closeDay();
  expect(await usdpOf(two)).toBe(before + 8_800_000n);
  const { days } = (await rita.get('/bonus/days')).body as { days: { day: string }[] };
  expect(days.map(({ day: each }) => each)).toEqual([first + 2, first + 1, first].map(dayText));
  expect(days.slice(0, 2)).toMatchObject([
    { held: false, unpaid: { lines: 0 } },
    { held: true, unpaid: { lines: 2, amount: { amount: '22.00', unit: 'USD' } } },
  ]);
  expect(((await rita.get(`/bonus/days?limit=1&before=${waiting}`)).body.days as object[])[0]).toMatchObject({
    day: dayText(first),
  });
  expect(outcomeOf(await release(rita, held))).toBe('operator:rita');
  await payAll();
  expect([await usdpOf(one), await usdpOf(two)]).toEqual([26_400_000n, before + 17_600_000n]);
});

test('holds are listed the latest first, page by page, and none is passed over when one is let go between two', async () => {
  const open = await hold(rita, { username: nameOf(two), cause: 'review' });
  const released = await hold(rita, { username: nameOf(one) });
  await release(rob, released);
  const page = async (query: string) =>
    ((await tina.get(`/bonus/holds${query}`)).body.holds as { id: string; releasedBy: string | null }[]).map(
      ({ id }) => id,
    );
  const all = await page('');
  expect(all.slice(0, 2)).toEqual([released.body.id, open.body.id]);
  expect(all).toHaveLength(4);
  expect(await page('?state=open')).toEqual([open.body.id]);
  expect(await page('?state=released')).toEqual([all[0], ...all.slice(2)]);
  expect(await page(`?after=${released.body.id}&limit=2`)).toEqual(all.slice(1, 3));
  expect(await page(`?after=${all[1]}`)).toEqual(all.slice(2));
  // Of the open ones goes on below one that was open when it was shown.
  const [later, last] = [await hold(rita, { username: nameOf(one) }), open.body.id];
  await release(rob, later);
  expect(await page(`?state=open&after=${later.body.id}`)).toEqual([last]);
  await release(rob, open);
});

test('a dry run is the day where nothing is changed, and else what it would have cost', async () => {
  const subject = dayText(first);
  const run = async (body: object) => (await tina.post(`/bonus/days/${subject}/dry-run`, body)).body as { was: object };
  const { was, ...same } = await run({});
  expect(same).toEqual(was);
  expect(same).toEqual({
    demand: { amount: '22.00', unit: 'USD' },
    budget: { amount: '100.00', unit: 'USD' },
    paid: { amount: '22.00', unit: 'USD' },
    factor: '1.0000',
    rp: { amount: '4.40', unit: 'RP' },
  });
  expect(await run({ pairingPercent: '10' })).toMatchObject({ demand: { amount: '32.00' }, was });
  expect(await run({ directPercent: '0' })).toMatchObject({ demand: { amount: '10.00' } });
  expect(await run({ budgetPercent: '1', rpPercent: '50' })).toMatchObject({
    budget: { amount: '10.00' },
    paid: { amount: '10.00' },
    factor: '0.4545',
    rp: { amount: '5.00' },
  });
  // Of Gold alone: a thirtieth of 30 is the most that pairing comes to.
  expect(await run({ caps: { Gold: '30' } })).toMatchObject({ demand: { amount: '14.00' } });
  expect(await run({ caps: { Clear: '30' } })).toMatchObject({ demand: { amount: '22.00' } });
  expect(await run({ capDivisor: 300 })).toMatchObject({ demand: { amount: '18.666666' } });
  // A hundredth of the 1,000 that each has bought for; without a limit nothing is above it.
  expect(await run({ ownValuePercent: '1' })).toMatchObject({ demand: { amount: '20.00' } });
  expect(await run({ ownValuePercent: null })).toMatchObject({ demand: { amount: '22.00' } });
  expect((await tina.post('/bonus/days/2001-01-01/dry-run', {})).problem.code).toBe('request.not_found');
});

test('what comes from members who share a network is outcomeOf, of the last day and of the next', async () => {
  const session = (member: string, address: string) =>
    app.database.sql(
      `INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, user_agent, address)
         VALUES (sha256($1::text::bytea), $2, 'member', now(), now(), 'test', $3)`,
      [`${member} ${address}`, member, address],
    );
  const sharePercents = async () =>
    ((await tina.get('/bonus/links')).body.days as { closed: boolean; sharePercent: string }[]).map(
      ({ closed, sharePercent }) => [closed, sharePercent],
    );
  // Neighbours of another block, and what is no address.
  await session(one, '203.0.113.7');
  await session(two, '203.0.114.7');
  await session(two, '');
  await session(one, 'unknown');
  expect(await sharePercents()).toEqual([
    [true, '0'],
    [false, '0'],
  ]);
  await session(two, '::ffff:203.0.113.200');
  // Who is due nothing is nobody's other.
  await session(buyers[0] ?? '', '203.0.113.8');
  await setNow(app.database, `${dayText(day)} 09:00+00`);
  for (const buyer of buyers.slice(0, 2)) await buy(buyer, 'Clear', 100n);
  while ((await app.application.tree.rollUp()) > 0);
  const { days } = (await tina.get('/bonus/links')).body as { days: object[] };
  expect(days).toEqual([
    {
      day: dayText(day - 1),
      closed: true,
      demand: { amount: '22.00', unit: 'USD' },
      linked: { amount: '22.00', unit: 'USD' },
      sharePercent: '100',
      groups: [
        { kind: 'network', members: 2, usernames: [one, two].map(nameOf), due: { amount: '22.00', unit: 'USD' } },
      ],
    },
    // Two is due nothing yet.
    {
      day: dayText(day),
      closed: false,
      demand: { amount: '11.00', unit: 'USD' },
      linked: { amount: '0.00', unit: 'USD' },
      sharePercent: '0',
      groups: [],
    },
  ]);
});

test('other things that are shared count, each in its own group', async () => {
  await app.database.sql(
    `INSERT INTO member_device (member_id, token_hash, user_agent, first_seen_at, last_seen_at)
       SELECT unnest($1::bigint[]), '\\x01', 'test', now(), now()`,
    [[one, two]],
  );
  await app.database.sql(
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
       SELECT unnest($1::bigint[]), 'BSC', '0x1', 'mine', now(), now()`,
    [[one, two]],
  );
  await app.database.sql(
    `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                   units, usdt, minimum, state, recorded_at)
       SELECT 'BSC', decode(repeat('01', 20), 'hex'), decode(repeat('02', 32), 'hex'), place, 1, decode(repeat('03', 32), 'hex'), now(),
              decode(repeat('04', 20), 'hex'), decode(repeat('05', 20), 'hex'), id, 1, 0, 1, 'below_minimum', now()
         FROM unnest($1::bigint[]) WITH ORDINALITY AS given (id, place)`,
    [[one, two]],
  );
  const [closed] = (await tina.get('/bonus/links')).body.days as { linked: object; groups: { kind: string }[] }[];
  expect(closed?.groups.map(({ kind }) => kind)).toEqual(['depositSender', 'device', 'network', 'payoutAddress']);
  // Nobody counts twice.
  expect(closed?.linked).toEqual({ amount: '22.00', unit: 'USD' });
});

test('two treasurers put a bonus right, out of the pool or back into it', async () => {
  const ask = (who: OpsClient, amount: string, direction: string, cause = 'wrongLevel') =>
    who.post('/bonus/corrections', { username: nameOf(one), amount, direction, cause, reason: 'a line was wrong' });
  const say = (who: OpsClient, { body }: OpsAnswer) => who.approve('bonus.correct', body.id);
  const come = ({ status, problem }: OpsAnswer) => (status === 200 ? 'posted' : problem.code);
  const pool = () => balanceOf(app.database, 603n);
  const [usdp, free] = [await usdpOf(one), await pool()];

  // What a cause says and where the money goes have to agree.
  for (const [direction, cause] of [
    ['in', 'countedTwice'],
    ['out', 'goodwill'],
    ['in', 'spite'],
  ] as const)
    expect((await ask(tina, '2.50', direction, cause)).problem).toMatchObject({
      code: 'request.invalid',
      fields: [{ path: 'cause' }],
    });

  const request = await ask(tina, '2.50', 'in', 'missedVolume');
  expect(request.body).toEqual({ id: expect.any(String), expiresAt: expect.any(String) });
  const { waiting } = (await theo.get('/approvals/waiting')).body as { waiting: { action: string; after: object }[] };
  expect(waiting.filter(({ action }) => action === 'bonus.correct')).toMatchObject([
    { after: { username: nameOf(one), amount: '2.50', cause: 'missedVolume' } },
  ]);
  expect(come(await say(tina, request))).toBe('approval.second_person');
  expect(come(await say(rita, request))).toBe('auth.forbidden');
  expect([await usdpOf(one), await pool()]).toEqual([usdp, free]);
  expect(come(await say(theo, request))).toBe('posted');
  expect(come(await say(theo, request))).toBe('approval.closed');
  expect([await usdpOf(one), await pool()]).toEqual([usdp + 2_500_000n, free - 2_500_000n]);

  const replaced = await ask(theo, '1', 'out');
  const back = await ask(theo, '1.50', 'out');
  expect(come(await say(tina, replaced))).toBe('approval.closed');
  expect(come(await say(tina, back))).toBe('posted');
  expect([await usdpOf(one), await pool()]).toEqual([usdp + million, free - million]);
  // No more than member or pool has.
  for (const direction of ['in', 'out'])
    expect(come(await say(tina, await ask(theo, '900000', direction)))).toBe('money.insufficient_balance');

  // Without the code of the application a cause says what happened, too.
  const [lie] = await app.database.sql<{ id: string }>(
    `SELECT request_approval('bonus.correct', NULL, jsonb_build_object('member', $1::bigint, 'amount', -5, 'cause', 'goodwill'), '{member}',
                             'operator:tina', 'x', now(), now() + interval '1 day') AS id`,
    [one],
  );
  await expect(
    app.database.sql(`SELECT post_bonus_correction($1, gen_random_uuid(), 'operator:theo', 'x', now())`, [
      lie?.id ?? '',
    ]),
  ).rejects.toMatchObject({ code: 'TA002' });
  await app.database.sql('SELECT close_approval($1, now())', [lie?.id ?? '']);

  // What its member reads of it: why, and nothing of what operators wrote.
  const records = new Records(database, []);
  const { records: seen } = await records.page(one, { kind: 'bonus_correction' });
  expect(seen.map(({ money: { amount }, cause }) => [amount, cause])).toEqual([
    ['-1.50', 'wrongLevel'],
    ['2.50', 'missedVolume'],
  ]);
  expect(JSON.stringify(seen)).not.toContain('a line was wrong');
  const { lines } = (await tina.get(`/members/${nameOf(one)}/timeline?kind=money&limit=2`)).body;
  expect(lines).toMatchObject(seen.map(({ cause }) => ({ kind: 'record', cause })));
  const notices = await app.database.sql<{ cause: string }>(
    `SELECT after->>'cause' AS cause FROM audit_event WHERE action = 'bonus.correct' ORDER BY number`,
  );
  expect(notices.map(({ cause }) => cause)).toEqual(['missedVolume', 'wrongLevel']);

  const page = async (query: string) => (await rita.get(`/approvals?action=bonus.correct${query}`)).body;
  const corrections = (await page('')).approvals as { state: string }[];
  expect(corrections.map(({ state }) => state)).toEqual([
    'replaced',
    'replaced',
    'replaced',
    'approved',
    'replaced',
    'approved',
  ]);
  const latest = await page('&limit=1');
  expect(latest.approvals).toEqual(corrections.slice(0, 1));
  expect(await page(`&after=${String(latest.next)}`)).toEqual({ approvals: corrections.slice(1), next: null });
  const broken = async () =>
    (await brokenBooks(app.database.url)).map(({ name }) => name).filter((name) => !soldHere.includes(name));
  expect(await broken()).toEqual([]);
  // A record that reports another cause than was approved.
  const repeatReport = (from: string, to: string) =>
    app.database.sql(`ALTER TABLE journal DISABLE TRIGGER ALL;
      UPDATE journal SET memo = memo || '{"cause": "${to}"}' WHERE memo->>'cause' = '${from}';
      ALTER TABLE journal ENABLE TRIGGER ALL`);
  await repeatReport('missedVolume', 'goodwill');
  expect(await broken()).toEqual([
    'a bonus was corrected by what was asked for, of whom it was, and under the key of its request',
  ]);
  await repeatReport('goodwill', 'missedVolume');
  expect(await broken()).toEqual([]);
});

test('what is refused changes nothing', async () => {
  const username = nameOf(one);
  const holds = () => app.database.sql('SELECT count(*)::int AS count FROM bonus_hold');
  const before = await holds();
  expect(outcomeOf(await hold(tina, { username }))).toBe('auth.forbidden');
  expect(outcomeOf(await hold(vera, { username }))).toBe('auth.forbidden');
  expect((await vera.get('/bonus/days')).problem.code).toBe('auth.forbidden');
  expect((await rita.post(`/bonus/days/${dayText(first)}/dry-run`, {})).problem.code).toBe('auth.forbidden');
  expect(outcomeOf(await hold(rita, {}))).toBe('request.invalid');
  expect(outcomeOf(await hold(rita, { username, day: dayText(day) }))).toBe('request.invalid');
  expect(outcomeOf(await hold(rita, { username, reason: ' ' }))).toBe('request.invalid');
  expect(outcomeOf(await hold(rita, { username, cause: 'spite' }))).toBe('request.invalid');
  expect(outcomeOf(await hold(rita, { username: 'nobodyhere' }))).toBe('request.not_found');
  expect(await holds()).toEqual(before);
});

test('the application, without its code, holds and releases by these rules alone', async () => {
  const { body } = await hold(rita, { username: nameOf(two) });
  const outcome = (sql: string): Promise<unknown> => database.rows(sql).then(() => 'done', sqlState);
  const release = (actor: string) => outcome(`SELECT release_bonus_hold(${body.id}, '${actor}', 'x', now())`);
  expect(await outcome(`UPDATE bonus_hold SET released_by = 'operator:rob'`)).toBe('42501');
  expect(await outcome('DELETE FROM bonus_hold')).toBe('42501');
  expect(await release('operator:RITA')).toBe('TA001');
  expect(await release('command:rita')).toBe('TA001');
  expect(await release('member')).toBe('TA003');
  expect(await release('operator:rob')).toBe('done');
  expect(await release('operator:rob')).toBe('TA002');
  expect(
    await app.database
      .sql('UPDATE bonus_hold SET released_at = NULL, released_by = NULL, release_reason = NULL')
      .then(() => 'done', sqlState),
  ).toBe('TR009');
});
