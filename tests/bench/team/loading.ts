import type pg from 'pg';
import type { EmptyCluster } from '../ledger/emptyCluster.ts';
import { copyInto } from './copying.ts';
import { days, joinedOn, levelOf, prices, type Sales } from './sales.ts';
import type { TeamIndex } from './teamIndex.ts';
import { at, type TreeFacts } from './tree.ts';

/** Volume of so many days lasts, by the terms as the product begins with them. */
const carryDays = 180;

/** A team as it is loaded: its facts, and the index of them. */
export interface Team {
  readonly tree: TreeFacts;
  readonly sales: Sales;
  readonly index: TeamIndex;
}

/**
 * Fills a cluster with a team whose last day ended today: it waits to be closed, and the day before it was. Nobody has
 * matched anything yet, so that what half a year brought is matched in one day.
 */
export async function load(cluster: EmptyCluster, { tree, sales, index }: Team): Promise<void> {
  await cluster.asOwner(async (admin) => {
    const { rows } = await admin.query<{ first: string; today: string }>(
      `SELECT (today - ${days})::text AS first, today::text AS today FROM (SELECT (product_now() - interval '10 minutes')::date AS today) t`,
    );
    const first = Date.parse(rows[0]?.first ?? '');
    const today = rows[0]?.today ?? '';
    const dates = Array.from({ length: 2 * days }, (_each, day) =>
      new Date(first + day * 86_400_000).toISOString().slice(0, 10),
    );
    const dateOf = (day: number): string => dates[day] ?? '';
    // What refers to what is right by how it is made; the server would look up each row.
    await admin.query(`SET session_replication_role = replica`);
    await admin.query(`SET maintenance_work_mem = '1GB'`);
    await admin.query(`SET work_mem = '512MB'`);
    // A sale is of a package. There are none here: the team needs nothing of them that a sale does not report.
    await admin.query('ALTER TABLE sale DROP CONSTRAINT sale_package_fkey');
    const copy = (table: string, columns: string, rowsOf: Iterable<string>): Promise<void> =>
      copyInto(admin, cluster.folder, table, columns, rowsOf);
    await copy(
      'tree_node',
      'id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position, placed_at',
      nodeRows(tree, dateOf),
    );
    await copy('tree_leg', 'leg_id, end_id, prev_id, len', legRows(tree));
    await admin.query(`SELECT setval('tree_node_id', $1)`, [tree.members]);
    await admin.query(
      `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at, country)
       SELECT id, 'm' || id, 'm' || id, 'm' || id || '@example.com', 'm' || id || '@example.com', '-', 'en', 'C' || id, placed_at, 'KR'
         FROM tree_node`,
    );
    await copy('sale', 'package, member, level, points, day, ends_on, counted_at', saleRows(sales, dateOf));
    await copy('team_day', 'path, lvl, day, idx, people, volume, own_people, own_volume', dayRows(index, dateOf));
    await copy(
      'team',
      'node_id, path, pos, anchor, heavy_side, own_volume, people, volume, light',
      pathRows(tree, index),
    );
    await copy('team_block', 'path, lvl, idx, people, volume', blockRows(index));
    await startBonus(admin, today);
    await admin.query('VACUUM ANALYZE');
    await admin.query('CHECKPOINT');
  });
}

/** As if every day before the last had been closed, and had found nobody to pay. */
async function startBonus(admin: pg.Client, today: string): Promise<void> {
  await admin.query(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     VALUES ('productSale', 'team', '{"open": true, "closedIn": ""}', '2001-01-01', 'bench', product_now(), 'bench')`,
  );
  await admin.query(
    `SELECT post(gen_random_uuid(), 0, 'bench-pool', '\\x00', 'opening', '{}', ARRAY[201, 603]::bigint[],
                 ARRAY[-1000000000000000, 1000000000000000]::bigint[], NULL, NULL, NULL)`,
  );
  await admin.query('INSERT INTO bonus_calendar (open_day, closed_day) VALUES ($1::date - 1, $1::date - 2)', [today]);
  await admin.query(
    `INSERT INTO bonus_day (day, terms, pool, budget, demand, paid, lines, expired_through, closed_at)
     SELECT $1::date - 2, bonus_terms_at(product_now()), 0, 0, 0, 0, 0, $1::date - 2 - ${carryDays + 1}, product_now()`,
    [today],
  );
  await admin.query('SELECT expire_volume(NULL, expired_through) FROM bonus_day');
}

/** Whole USD as Postgres keeps it. */
const minor = (usd: number): string => (usd === 0 ? '0' : `${usd}000000`);
const orNull = (id: number): string => (id === 0 ? '\\N' : String(id));

function* nodeRows(tree: TreeFacts, dateOf: (day: number) => string): Generator<string> {
  const { members, parent, side, sponsor, depth, jump, leg, legPosition } = tree;
  for (let id = 1; id <= members; id += 1)
    yield `${id}\t${orNull(at(parent, id))}\t${side[id]}\t${orNull(at(sponsor, id))}\t${depth[id]}\t${jump[id]}\t${at(depth, at(jump, id))}\t${leg[id]}\t${legPosition[id]}\t${dateOf(joinedOn(id, members))} 12:00+00`;
}

function* legRows({ members, legEnd, legLength, parent }: TreeFacts): Generator<string> {
  for (let leg = 0; leg <= members; leg += 1)
    if (at(legLength, leg) > 0)
      yield `${leg}\t${legEnd[leg]}\t${orNull(at(parent, at(legEnd, leg)))}\t${legLength[leg]}`;
}

function* saleRows(
  { count, member, day, level, activeDays }: Sales,
  dateOf: (day: number) => string,
): Generator<string> {
  for (let sale = 0; sale < count; sale += 1) {
    const on = at(day, sale);
    const text = dateOf(on);
    yield `00000000-0000-7000-8004-${sale.toString(16).padStart(12, '0')}\t${member[sale]}\t${levelOf(at(level, sale))}\t${minor(prices[at(level, sale)] ?? 0)}\t${text}\t${dateOf(on + at(activeDays, sale))}\t${text} 18:00+00`;
  }
}

function* dayRows(index: TeamIndex, dateOf: (day: number) => string): Generator<string> {
  for (const { path, level, day, place, people, volume, ownPeople, ownVolume } of index.dayRows())
    yield `${path}\t${level}\t${dateOf(day)}\t${place}\t${people}\t${minor(volume)}\t${ownPeople}\t${minor(ownVolume)}`;
}

function* pathRows({ members, side }: TreeFacts, index: TeamIndex): Generator<string> {
  const { path, position, anchor, light, ownVolume, people, volume } = index;
  for (let id = 1; id <= members; id += 1)
    yield `${id}\t${path[id]}\t${position[id]}\t${orNull(at(anchor, id))}\t${side[id]}\t${minor(at(ownVolume, id))}\t${people[id]}\t${minor(at(volume, id))}\t${light[id]}`;
}

function* blockRows(index: TeamIndex): Generator<string> {
  for (const { path, level, place, people, volume } of index.blockRows())
    yield `${path}\t${level}\t${place}\t${people}\t${minor(volume)}`;
}
