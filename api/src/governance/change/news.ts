import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';
import type { Topic } from './topics.ts';

/**
 * What is written by a transaction is seen when it ends, and none of ours is open for longer (`idle_in_transaction_session_timeout`
 * and the time of a statement): so far back is looked again for what was not there the last time.
 */
const overlapMs = 15_000;

interface Answer {
  readonly everybody: string;
  readonly tops: readonly string[];
  readonly changed: string | null;
}

/**
 * Who has something new, whoever has a page open: what was written since the last look, and not how it stands with each of those
 * who look. So an open page costs nothing while nothing happens to its member. It is a hint: what no table of a topic shows, such
 * as a notice that was read elsewhere, is seen when the page's turn comes.
 */
export class News {
  readonly #database: Database;
  readonly #statement: Statement;
  /** How far each table was filled, look by look, from `overlapMs` before the last one on. */
  #looks: { readonly at: number; readonly tops: readonly string[] }[] = [];
  #seen: ReadonlySet<string> = new Set();
  #everybody: string | undefined;

  /** @param ofEverybody more expressions that are another when something became another for everybody */
  constructor(database: Database, topics: readonly Topic[], ofEverybody: readonly string[] = []) {
    this.#database = database;
    const written = topics.flatMap(({ writtenIn }) => writtenIn ?? []);
    const everybody = [...topics.flatMap((topic) => topic.ofEverybody ?? []), ...ofEverybody];
    const changed = [
      ...written.map(
        ({ table, member }, place) =>
          `SELECT ${member} AS member, '${table}:' || id AS mark FROM ${table} WHERE id > ($1::bigint[])[${place + 1}] AND ${member} IS NOT NULL`,
      ),
      ...topics.flatMap(({ name, atPresent }) =>
        atPresent === undefined ? [] : `SELECT member, '${name}:' || mark FROM (${atPresent}) AS ${name}`,
      ),
    ];
    this.#statement = {
      name: 'news',
      text: `WITH since AS MATERIALIZED (SELECT product_now() - $2::bigint * interval '1 millisecond' AS at)
        SELECT concat_ws(' ', ${everybody.map((mark) => `coalesce((${mark})::text, '')`).join(', ')}) AS everybody,
               ARRAY[${written.map(({ table }) => `(SELECT coalesce(max(id), 0) FROM ${table})`).join(', ')}]::text[] AS tops,
               (SELECT string_agg(member || ' ' || mark, ',') FROM (${changed.join('\nUNION ALL\n')}) AS changes) AS changed`,
    };
  }

  /** Members of whom something changed since this was last asked, or `all`. What could not be read comes with the next answer. */
  async read(): Promise<ReadonlySet<string> | 'all'> {
    const at = performance.now();
    const last = this.#looks.at(-1);
    const back = last === undefined ? 0 : at - last.at + overlapMs;
    const from = this.#looks[0];
    const [answer] = await this.#database.repeated<Answer>(this.#statement, [
      // A first look is of nothing: it only sees how far everything is.
      from?.tops ?? null,
      Math.ceil(back),
    ]);
    if (!answer) throw new Error('one row always comes');
    const { everybody, tops, changed } = answer;
    const marks = new Set(changed?.split(','));
    const news = [...marks].filter((mark) => !this.#seen.has(mark));
    const isOfAll = everybody !== this.#everybody;
    this.#seen = marks;
    this.#everybody = everybody;
    this.#looks.push({ at, tops });
    while (Number(this.#looks[1]?.at) <= at - overlapMs) this.#looks.shift();
    return isOfAll ? 'all' : new Set(news.map((mark) => mark.slice(0, mark.indexOf(' '))));
  }
}
