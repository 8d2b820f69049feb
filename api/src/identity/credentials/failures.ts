import { createHash } from 'node:crypto';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { tooManyAttempts } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { networksOf } from '../../platform/http/origin.ts';

/** Failures without a delay; from the next one on, each doubles the wait. */
const freeFailures = 5;
/** The same over all networks and strange browsers together: far above what one person does. */
export const freeFailuresAnywhere = 100;
/** For all names and networks. Beyond it somebody tries lists of names, and learns of none whether it exists. */
const freeFailuresOfAll = 1_000;
const windowSeconds = 15 * 60;

const unlessBlocked = 'WHERE f.blocked_until IS NULL OR f.blocked_until <= $2';

/** Who or what failures are counted for, and how many without a delay; five where nothing is said. */
export interface FailureSubject {
  readonly subject: string;
  readonly free?: number;
}

/** Counts failed log-ins of a subject in 15 minutes. Never a hard lock: the delay grows up to the window itself. */
export class LoginFailures {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @throws AppError auth.too_many_attempts while the subject has to wait */
  async #checkDelay(subject: string): Promise<void> {
    const now = this.#clock.now();
    const row = await this.#database.one<{ blocked_until: Date }>(
      'SELECT blocked_until FROM login_failure WHERE subject = $1 AND blocked_until > $2',
      [subject, now],
    );
    if (row) throw tooManyAttempts(Math.ceil((row.blocked_until.getTime() - now.getTime()) / 1000));
  }

  /**
   * Counts a try before it is made, unless the subject has to wait: of many at once only as many get through as one
   * after the other. A try that succeeds is to `clear` the count.
   * @returns whether it may be made
   */
  async admit(subject: string): Promise<boolean> {
    return (await this.#add(subject, unlessBlocked)) !== undefined;
  }

  /** Counts a failure among those of everybody. @returns whether the product is not under attack as a whole */
  async countAmongAll(): Promise<boolean> {
    return ((await this.#add(failureSubject('everybody'), '', freeFailuresOfAll)) ?? 1) <= freeFailuresOfAll;
  }

  /**
   * As `admit`, for whoever may be asked to wait.
   * @param free failures without a delay
   * @returns whether the try is one of these
   * @throws AppError auth.too_many_attempts: a try that was not counted is not made
   */
  async admitOrRefuse(subject: string, free = freeFailures): Promise<boolean> {
    const tries = await this.#add(subject, unlessBlocked, free);
    if (tries !== undefined) return tries <= free;
    await this.#checkDelay(subject);
    // The delay ended between the two questions.
    throw tooManyAttempts(1);
  }

  /**
   * As `admitOrRefuse`, of several subjects: where one has to wait, none is counted.
   * @returns whether the try is without a delay for each
   */
  async admitAll(subjects: readonly FailureSubject[]): Promise<boolean> {
    const admitted: string[] = [];
    let isEarly = true;
    try {
      for (const { subject, free } of subjects) {
        isEarly = (await this.admitOrRefuse(subject, free)) && isEarly;
        admitted.push(subject);
      }
    } catch (error) {
      for (const subject of admitted) await this.takeBack(subject);
      throw error;
    }
    return isEarly;
  }

  /** A try that was counted has failed at nothing, and is not at its end either. */
  async takeBack(subject: string): Promise<void> {
    await this.#database.change(
      'UPDATE login_failure SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE subject = $1',
      [subject],
      { rows: 'any' },
    );
  }

  /**
   * Counts a guess of a UTC day before it is looked at: of 400 at once only as many are looked at as are left. One that
   * was none is to be taken back by `takeBack(ofDay(…))`.
   * @throws AppError auth.too_many_attempts until the day ends
   */
  async admitOfDay(subject: string, most: number): Promise<void> {
    const now = this.#clock.now();
    const counted = await this.#database.one(
      `INSERT INTO login_failure AS f (subject, failures, window_start) VALUES ($1, 1, $2)
       ON CONFLICT (subject) DO UPDATE SET failures = f.failures + 1 WHERE f.failures < $3
       RETURNING failures`,
      [this.ofDay(subject), now, most],
    );
    if (!counted) throw tooManyAttempts(Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000));
  }

  /** What a subject's guesses of the present UTC day are counted under. */
  ofDay(subject: string): string {
    return failureSubject('day', this.#clock.now().toISOString().slice(0, 10), subject);
  }

  /** @returns true once in so many seconds */
  async isFirstIn(subject: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now();
    const row = await this.#database.one(
      `INSERT INTO login_failure AS f (subject, failures, window_start) VALUES ($1, 0, $2)
       ON CONFLICT (subject) DO UPDATE SET window_start = excluded.window_start WHERE f.window_start <= $3
       RETURNING subject`,
      [subject, now, secondsFrom(now, -seconds)],
    );
    return row !== undefined;
  }

  async #add(subject: string, condition: string, free = freeFailures): Promise<number | undefined> {
    const now = this.#clock.now();
    const row = await this.#database.one<{ failures: number }>(
      `INSERT INTO login_failure AS f (subject, failures, window_start) VALUES ($1, 1, $2)
       ON CONFLICT (subject) DO UPDATE SET
         failures = CASE WHEN f.window_start > $3 THEN f.failures + 1 ELSE 1 END,
         window_start = CASE WHEN f.window_start > $3 THEN f.window_start ELSE excluded.window_start END,
         blocked_until = CASE WHEN f.window_start > $3 AND f.failures >= $4
           THEN to_timestamp($5::double precision + least(2 ^ least(f.failures - $4, 10), ${windowSeconds})) END
         ${condition}
       RETURNING failures`,
      [subject, now, secondsFrom(now, -windowSeconds), free, now.getTime() / 1_000],
    );
    return row?.failures;
  }

  async clear(subject: string): Promise<void> {
    await this.#database.change(
      'UPDATE login_failure SET failures = 0, blocked_until = NULL WHERE subject = $1',
      [subject],
      { rows: 'any' },
    );
  }
}

/** Several words as one digest: the table notifies nobody which names were tried. */
export const failureSubject = (...words: readonly string[]): string =>
  createHash('sha256').update(words.join('\n')).digest('base64url');

/** Of each network that an address belongs to. */
export const networkSubjects = (address: string, ...words: readonly string[]): readonly FailureSubject[] =>
  networksOf(address).map(({ key, times }) => ({ subject: failureSubject(...words, key), free: freeFailures * times }));
