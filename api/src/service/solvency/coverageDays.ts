import { dayAfter, dayOf } from '@trellis/api-contract';
import { coverageDaysShown } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Database } from '../../platform/db/database.ts';

type ByDay = AnswerOf<'operator', 'getSolvency'>['byDay'];

/** The lowest and the last coverage of each day in UTC, in hundredths of a percent. A day without one is not made up. */
export class CoverageDays {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whoever writes, in whatever order and how often: the lowest stays, and so does the latest. */
  async record(coverage: number, at: Date): Promise<void> {
    await this.#database.change(
      `INSERT INTO coverage_day AS d (day, lowest, last, last_at) VALUES ($1, $2, $2, $3)
       ON CONFLICT (day) DO UPDATE SET lowest = least(d.lowest, excluded.lowest),
         last = CASE WHEN excluded.last_at < d.last_at THEN d.last ELSE excluded.last END,
         last_at = greatest(d.last_at, excluded.last_at)`,
      [dayOf(at), coverage, at],
      { rows: 1 },
    );
  }

  async read(now: Date): Promise<ByDay> {
    const today = dayOf(now);
    const first = await this.#database.one<{ day: string | null }>('SELECT min(day)::text AS day FROM coverage_day');
    const days = await this.#database.rows<{ day: string; lowest: string; last: string }>(
      'SELECT day::text AS day, lowest, last FROM coverage_day WHERE day > $1 AND day <= $2 ORDER BY coverage_day.day',
      [dayAfter(today, -coverageDaysShown), today],
    );
    return {
      since: first?.day ?? null,
      days: days.map(({ day, lowest, last }) => ({ day, lowest: Number(lowest), last: Number(last) })),
    };
  }
}
