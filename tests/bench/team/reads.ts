import { Database, type Random, Rules, systemClock, TeamPerformance, Tree } from '../../../api/src/testing/index.ts';
import { rounded } from '../ledger/report.ts';
import { type Call, clients, compare } from './clients.ts';

/** What members read, through the product's own classes. */
export class Readers {
  readonly #members: number;
  readonly #random: Random;
  readonly #database: Database;
  readonly #tree: Tree;
  readonly #performance: TeamPerformance;

  /** @param url as the product logs in */
  constructor(url: string, members: number, random: Random) {
    this.#members = members;
    this.#random = random;
    this.#database = new Database({ url, poolSize: clients });
    this.#tree = new Tree(this.#database);
    const clock = systemClock;
    this.#performance = new TeamPerformance({
      database: this.#database,
      clock,
      rules: new Rules(this.#database, clock),
    });
  }

  /** Each of them of anybody. */
  get calls() {
    const anybody = (): string => this.#anybody();
    return {
      // A yardstick: what any call takes on this machine, while so many others are under way.
      nothing: () => this.#database.one('SELECT 1 AS one'),
      window: async () => {
        const id = anybody();
        await Promise.all([this.#tree.window(id, id), this.#tree.endsOf(id)]);
      },
      search_by_root: () => this.#tree.search('1', this.#prefix()),
      search_by_anybody: () => this.#tree.search(anybody(), this.#prefix()),
      leftmost: () => this.#tree.endsOf(anybody()),
      month_that_runs: () => this.#performance.read(anybody(), undefined),
      past_month: () => this.#performance.read(this.#oldHand(), this.#pastMonth()),
      is_ancestor: () => this.#tree.isAncestor(anybody(), anybody()),
    } as const satisfies Record<string, Call>;
  }

  /** Of one pair in the database itself, in microseconds: many in one statement. */
  async isAncestorUs(pairs: number): Promise<number> {
    const ids = (): string[] => Array.from({ length: pairs }, () => this.#anybody());
    const startedAt = performance.now();
    await this.#database.one(
      'SELECT count(*) FILTER (WHERE is_ancestor(a, b)) FROM unnest($1::bigint[], $2::bigint[]) AS pair (a, b)',
      [ids(), ids()],
    );
    return ((performance.now() - startedAt) * 1_000) / pairs;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #anybody(): string {
    return String(1 + this.#random.below(this.#members));
  }

  /** Who has been there for half of the time, and so for more than a year. */
  #oldHand(): string {
    return String(1 + this.#random.below(Math.floor(this.#members / 2)));
  }

  #pastMonth(): string {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - this.#random.below(12)))
      .toISOString()
      .slice(0, 7);
  }

  /** Four letters and digits, as names begin. */
  #prefix(): string {
    return `m${100 + this.#random.below(900)}`;
  }
}

/** Every read among many members, and alongside it among few. */
export async function measureReads(large: Readers, small: Readers, calls: number) {
  const compared = async (name: keyof Readers['calls']) => compare(large.calls[name], small.calls[name], calls);
  return {
    nothing: await compared('nothing'),
    window: await compared('window'),
    search_by_root: await compared('search_by_root'),
    search_by_anybody: await compared('search_by_anybody'),
    leftmost: await compared('leftmost'),
    month_that_runs: await compared('month_that_runs'),
    past_month: await compared('past_month'),
    is_ancestor: await compared('is_ancestor'),
    is_ancestor_in_database_us: rounded(await large.isAncestorUs(20_000), 1),
  };
}
