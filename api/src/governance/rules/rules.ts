import { type RuleKey, type RuleSubject, type RuleValue, ruleSubjectNames } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { entryOf, type JsonValue, readValue } from './ruleValue.ts';

/** A rule for as long as it holds. */
interface Period {
  readonly from: Date;
  readonly until: Date | null;
  readonly value: JsonValue;
}
type Periods = ReadonlyMap<string, readonly Period[]>;
/** Of a subject with one rule for everybody no key is given. */
type KeyOf<S extends RuleSubject> = RuleKey<S> extends 'all' ? readonly [] : readonly [key: RuleKey<S>];

/** So long another process may go by what was in force before a change at once. One that is announced begins in time. */
const cacheMs = 2_000;

/** Where services read what operators have set, each rule with its type. SQL reads the same by `rule_at`. */
export class Rules {
  readonly #database: Database;
  readonly #clock: Clock;
  #kept: { readonly at: number; readonly periods: Periods } | undefined;
  #reading: Promise<Periods> | undefined;
  /** What was read before the last of them is not kept. */
  #changes = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The rule in force now. @throws Error if there is none, or none that its schema allows */
  async at<S extends RuleSubject>(subject: S, ...[key]: KeyOf<S>): Promise<RuleValue<S>> {
    return this.#find(await this.#periods(), subject, key ?? 'all').value;
  }

  /** The rule in force now, and since when it is. @throws Error as `at` */
  async since<S extends RuleSubject>(subject: S, ...[key]: KeyOf<S>): Promise<{ value: RuleValue<S>; from: Date }> {
    return this.#find(await this.#periods(), subject, key ?? 'all');
  }

  /** Those of a subject in force now, in the order of its keys. @throws Error as `at` */
  async all<S extends RuleSubject>(subject: S): Promise<ReadonlyMap<RuleKey<S>, RuleValue<S>>> {
    const periods = await this.#periods();
    const keys = entryOf(subject).keys as readonly RuleKey<S>[];
    return new Map(keys.map((key) => [key, this.#find(periods, subject, key).value]));
  }

  /** What was set in this process holds in it at once. */
  forget(): void {
    this.#changes += 1;
    this.#kept = undefined;
    this.#reading = undefined;
  }

  /**
   * Before the start: a rule that is missing stops it, and not whoever meets it first; so does a subject that takes a
   * second person here and not in the database, or there alone.
   * @throws Error naming them all
   */
  async check(): Promise<void> {
    const periods = await this.#periods();
    const faults = await this.#differing();
    for (const subject of ruleSubjectNames)
      for (const key of entryOf(subject).keys)
        try {
          this.#find(periods, subject, key);
        } catch (error) {
          faults.push(error instanceof Error ? error.message : String(error));
        }
    if (faults.length > 0) throw new Error(`Rules and their schemas differ: ${faults.join('; ')}`);
  }

  /** Where the database says another thing of a subject than the catalogue. */
  async #differing(): Promise<string[]> {
    const rows = await this.#database.rows<{ subject: string; ofMoney: boolean }>(
      `SELECT subject, false AS "ofMoney" FROM rule_second_person UNION ALL SELECT subject, true FROM rule_of_money`,
    );
    const compared = (what: string, ofMoney: boolean, here: readonly string[]): string[] => {
      const there = rows.filter((row) => row.ofMoney === ofMoney).map(({ subject }) => subject);
      const differing = [
        ...here.filter((each) => !there.includes(each)),
        ...there.filter((each) => !here.includes(each)),
      ];
      return differing.map((subject) => `whether ${subject} ${what} is not what the database says`);
    };
    const those = (has: 'secondPerson' | 'ofMoney') => ruleSubjectNames.filter((subject) => entryOf(subject)[has]);
    return [
      ...compared('takes a second person', false, those('secondPerson')),
      ...compared('is of money', true, those('ofMoney')),
    ];
  }

  #find<S extends RuleSubject>(periods: Periods, subject: S, key: string): { value: RuleValue<S>; from: Date } {
    const now = this.#clock.now();
    const period = periods
      .get(`${subject} ${key}`)
      ?.find(({ from, until }) => from <= now && (until === null || now < until));
    if (!period) throw new Error(`there is no rule ${subject} ${key}`);
    try {
      return { value: readValue(subject, key, period.value), from: period.from };
    } catch (error) {
      throw new Error(`the rule ${subject} ${key} is not what its schema says`, { cause: error });
    }
  }

  /** Inside a transaction the read goes alone: nobody else waits for it, or fails with it. */
  async #periods(): Promise<Periods> {
    if (this.#kept && Date.now() - this.#kept.at < cacheMs) return this.#kept.periods;
    if (this.#database.isInTransaction()) return this.#read();
    this.#reading ??= this.#readAndKeep();
    return this.#reading;
  }

  async #readAndKeep(): Promise<Periods> {
    const [at, changes] = [Date.now(), this.#changes];
    try {
      const periods = await this.#read();
      if (changes === this.#changes) this.#kept = { at, periods };
      return periods;
    } finally {
      if (changes === this.#changes) this.#reading = undefined;
    }
  }

  async #read(): Promise<Periods> {
    const rows = await this.#database.rows<Period & { readonly name: string }>(
      `SELECT subject || ' ' || key AS name, value, lower(during) AS "from", upper(during) AS until
         FROM rule_history WHERE upper_inf(during) OR upper(during) > $1`,
      [this.#clock.now()],
    );
    return Map.groupBy(rows, ({ name }) => name);
  }
}
