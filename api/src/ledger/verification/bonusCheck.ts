import type pg from 'pg';
import { type Finding, retainedRows } from './invariant.ts';

/** The last closed days that every verification works out again; `npm run verify -- --seals` does all of them. */
export const latestBonusDays = 2;

const name = 'each bonus day, worked out anew from tree, sales and packages, comes to its lines';

interface DayRow {
  readonly day: string;
  readonly budget: string;
  readonly expired: string;
  readonly divisor: string;
  readonly caps: Readonly<Record<string, number>>;
  readonly closed_in: string;
  readonly open: boolean;
}

/** What two sides of all members hold, by their places in the tree. */
interface Sides {
  readonly left: BigInt64Array;
  readonly right: BigInt64Array;
}

/**
 * Works days out from the facts alone, by walking the tree from the youngest node up: nothing of the index is read, nor what
 * the closing wrote alongside its lines. What was used up before a day is taken from the lines of the days before it; so all days
 * together are proved from the first on.
 * @param latest so many of the last days; else all
 */
export async function checkBonusDays(client: pg.Client, latest?: number): Promise<Finding> {
  const days = await client.query<DayRow>(
    `SELECT day::text, budget::text, expired_through::text AS expired, terms ->> 'capDivisor' AS divisor, terms -> 'caps' AS caps,
            terms -> 'sale' ->> 'closedIn' AS closed_in, (terms -> 'sale' ->> 'open')::boolean AS open
       FROM bonus_day ORDER BY bonus_day.day DESC LIMIT $1`,
    [latest ?? null],
  );
  if (days.rows.length === 0) return { name, rows: [] };
  const tree = await Tree.read(client);
  const faults: object[] = [];
  for (const day of days.rows) {
    if (faults.length >= retainedRows) break;
    faults.push(...(await faultsOf(client, tree, day)));
  }
  return { name, rows: faults.slice(0, retainedRows) };
}

/** Who stands where, by the order of ids, in which nobody comes before who stands above them. */
class Tree {
  readonly places: ReadonlyMap<string, number>;
  readonly ids: readonly string[];
  readonly #parents: Int32Array;
  readonly #sides: Uint8Array;

  private constructor(rows: readonly { id: string; parent: string | null; side: number }[]) {
    this.ids = rows.map(({ id }) => id);
    this.places = new Map(this.ids.map((id, place) => [id, place]));
    this.#parents = Int32Array.from(rows, ({ parent }) => (parent === null ? -1 : (this.places.get(parent) ?? -1)));
    this.#sides = Uint8Array.from(rows, ({ side }) => side);
  }

  static async read(client: pg.Client): Promise<Tree> {
    const { rows } = await client.query<{ id: string; parent: string | null; side: number }>(
      'SELECT id::text, parent_id::text AS parent, side FROM tree_node ORDER BY tree_node.id',
    );
    return new Tree(rows);
  }

  /** What stands on both sides below each, of what each has. */
  below(own: BigInt64Array): Sides {
    const [left, right] = [new BigInt64Array(own.length), new BigInt64Array(own.length)];
    for (let place = own.length - 1; place > 0; place -= 1) {
      const parent = this.#parents[place] ?? -1;
      if (parent < 0) continue;
      const all = (own[place] ?? 0n) + (left[place] ?? 0n) + (right[place] ?? 0n);
      const side = this.#sides[place] === 0 ? left : right;
      side[parent] = (side[parent] ?? 0n) + all;
    }
    return { left, right };
  }
}

/** One amount for each member, by their place. */
async function amounts(client: pg.Client, tree: Tree, sql: string, parameters: unknown[]): Promise<BigInt64Array> {
  const all = new BigInt64Array(tree.ids.length);
  const { rows } = await client.query<{ member: string; amount: string }>(sql, parameters);
  for (const { member, amount } of rows) all[tree.places.get(member) ?? 0] = BigInt(amount);
  return all;
}

async function faultsOf(client: pg.Client, tree: Tree, on: DayRow): Promise<object[]> {
  const { day } = on;
  const salesUntil = (until: string) =>
    amounts(client, tree, 'SELECT member::text, sum(points)::text AS amount FROM sale WHERE day <= $1 GROUP BY 1', [
      until,
    ]);
  const ever = tree.below(await salesUntil(day));
  const old = tree.below(await salesUntil(on.expired));
  const direct = await amounts(
    client,
    tree,
    `SELECT n.sponsor_id::text AS member, sum(s.points)::text AS amount FROM sale s JOIN tree_node n ON n.id = s.member
      WHERE s.day = $1 AND n.sponsor_id IS NOT NULL GROUP BY 1`,
    [day],
  );
  const gone = { left: new BigInt64Array(tree.ids.length), right: new BigInt64Array(tree.ids.length) };
  const before = await client.query<{ member: string; left: string; right: string }>(
    `SELECT DISTINCT ON (l.member) l.member::text, l.left_gone::text AS left, l.right_gone::text AS right FROM bonus_line l
      WHERE l.day < $1 AND l.matched > 0 ORDER BY l.member, l.day DESC`,
    [day],
  );
  for (const { member, left, right } of before.rows) {
    const place = tree.places.get(member) ?? 0;
    gone.left[place] = BigInt(left);
    gone.right[place] = BigInt(right);
  }
  const monthBefore = await amounts(
    client,
    tree,
    `SELECT member::text, sum(paid)::text AS amount FROM bonus_line WHERE day < $1 AND day >= date_trunc('month', $1::date) GROUP BY 1`,
    [day],
  );
  const active = await client.query<{ member: string; levels: string[]; value: string; country: string | null }>(
    `SELECT p.member::text, array_agg(p.level) AS levels, sum(p.price)::text AS value, min(m.country) AS country
       FROM sale s JOIN package p ON p.id = s.package JOIN member m ON m.id = p.member
      WHERE s.day <= $1 AND p.start_day + p.loops * p.loop_days > $1 GROUP BY 1`,
    [day],
  );
  const closedIn = on.closed_in.split(',');
  const packages = new Map(active.rows.map((row) => [tree.places.get(row.member) ?? -1, row]));
  const lines = await client.query<Record<string, string> & { qualified: boolean }>(
    `SELECT member::text, qualified, left_stock::text, right_stock::text, direct_points::text, cap::text, own_value::text, month_before::text,
            left_gone::text, right_gone::text, matched::text FROM bonus_line WHERE day = $1`,
    [day],
  );
  const reported = new Map(lines.rows.map((line) => [tree.places.get(line.member ?? '') ?? -1, line]));

  const faults: object[] = [];
  for (let place = 0; place < tree.ids.length; place += 1) {
    const stock = (side: keyof Sides): bigint =>
      (ever[side][place] ?? 0n) - greater(old[side][place] ?? 0n, gone[side][place] ?? 0n);
    const [left, right, points] = [stock('left'), stock('right'), direct[place] ?? 0n];
    const own = packages.get(place);
    const qualified = own !== undefined && on.open && own.country !== null && !closedIn.includes(own.country);
    const matched = qualified && on.budget !== '0' ? lesser(left, right) : 0n;
    const line = reported.get(place);
    if (matched === 0n && points === 0n) {
      if (line) faults.push({ day, member: tree.ids[place], line: 'of nothing' });
      continue;
    }
    const cap = qualified ? greatest(own.levels.map((level) => BigInt(on.caps[level] ?? 0))) / BigInt(on.divisor) : 0n;
    const expected = {
      qualified,
      left_stock: String(left),
      right_stock: String(right),
      direct_points: String(points),
      cap: String(cap),
      own_value: String(own?.value ?? 0),
      month_before: String(monthBefore[place] ?? 0n),
      left_gone: String((ever.left[place] ?? 0n) - left + matched),
      right_gone: String((ever.right[place] ?? 0n) - right + matched),
      matched: String(matched),
    };
    const wrong = Object.entries(expected).filter(([field, value]) => line?.[field] !== value);
    if (wrong.length > 0)
      faults.push({ day, member: tree.ids[place], expected: Object.fromEntries(wrong), line: line ?? 'none' });
    if (faults.length >= retainedRows) break;
  }
  return faults;
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const greatest = (all: readonly bigint[]): bigint => all.reduce(greater, 0n);
