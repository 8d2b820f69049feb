import type { Unit } from '@trellis/api-contract';
import { type RuleSubject, ruleSubjectNames } from '@trellis/api-contract/schemas';
import { z } from 'zod';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { changeRule } from './ruleChange.ts';
import type { Rules } from './rules.ts';
import { entryOf, type JsonValue, toStored, toWire } from './ruleValue.ts';

/** A rule as it was set; amounts in its value as decimals. */
export interface Rule {
  readonly id: string;
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
  readonly from: Date;
  /** When the next one takes its place. */
  readonly until: Date | null;
  readonly state: 'coming' | 'inForce' | 'over';
  /** `command:<user>`, `operator:<name>` or `policy`. */
  readonly setBy: string;
  readonly setAt: Date;
  readonly reason: string;
}

/** A kind of rule, how one is written, and what is set. */
export interface ListedSubject {
  readonly subject: RuleSubject;
  readonly about: string;
  /** JSON Schema. */
  readonly form: Record<string, unknown>;
  readonly amounts: readonly string[];
  readonly keys: readonly { readonly key: string; readonly unit: Unit | null; readonly rules: readonly Rule[] }[];
}

export interface NewRule {
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
  /** Without it: at once. */
  readonly from: Date | undefined;
}

/** Which page of the history. */
export interface RuleHistoryPage {
  readonly subject: RuleSubject | undefined;
  readonly key: string | undefined;
  /** Only those with a smaller id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** $1: the present moment. */
const columns = `id, subject, key, value, lower(during) AS "from", upper(during) AS until,
  period_state(during, $1) AS state, set_by AS "setBy", set_at AS "setAt", reason`;

/** Where operators set rules. The database adds and never changes one; every change stands in the audit log. */
export class RuleService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #rules: Rules;

  constructor(database: Database, clock: Clock, rules: Rules) {
    this.#database = database;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** In force and coming, of all subjects or of one. */
  async list(only: RuleSubject | undefined): Promise<ListedSubject[]> {
    const subjects = only === undefined ? ruleSubjectNames : [only];
    const rows = await this.#database.rows<Rule>(
      `SELECT ${columns} FROM rule_history WHERE subject = ANY ($2) AND (upper_inf(during) OR upper(during) > $1)
        ORDER BY lower(during) DESC LIMIT 1000`,
      [this.#clock.now(), subjects],
    );
    const rules = Map.groupBy(rows.map(present), ({ subject, key }) => `${subject} ${key}`);
    return subjects.map((subject) => {
      const { about, value, amounts, keys, unitOf } = entryOf(subject);
      return {
        subject,
        about,
        amounts,
        form: z.toJSONSchema(value),
        keys: keys.map((key) => ({
          key,
          unit: unitOf?.(key) ?? null,
          rules: rules.get(`${subject} ${key}`) ?? [],
        })),
      };
    });
  }

  /** All that were ever set, the latest first. */
  async history({ subject, key, before, limit }: RuleHistoryPage): Promise<Rule[]> {
    const rows = await this.#database.rows<Rule>(
      `SELECT ${columns} FROM rule_history
        WHERE subject = ANY ($2) AND ($3::text IS NULL OR key = $3) AND ($4::bigint IS NULL OR id < $4::bigint)
        ORDER BY id DESC LIMIT $5`,
      [this.#clock.now(), subject === undefined ? ruleSubjectNames : [subject], key ?? null, before ?? null, limit],
    );
    return rows.map(present);
  }

  /** @throws AppError rule.unknown, rule.past, rule.taken, money.amount_format */
  async set({ subject, key, value, from }: NewRule, by: ActorWithReason): Promise<Rule> {
    const stored = toStored(subject, key, value);
    const made = await changeRule(this.#database, 'rule.set', by, async () => {
      const now = this.#clock.now();
      const begins = from ?? now;
      const row = await this.#database.one<{ id: string }>('SELECT set_rule($1, $2, $3::jsonb, $4, $5, $6, $7) AS id', [
        subject,
        key,
        JSON.stringify(stored),
        begins,
        by.actor,
        by.reason,
        now,
      ]);
      const rule = await this.#database.one<Rule>(
        `SELECT ${columns} FROM rule_history WHERE subject = $2 AND key = $3 AND id = $4`,
        [now, subject, key, row?.id ?? ''],
      );
      if (!rule) throw new Error('set_rule gave no rule');
      // Whose place it takes.
      const before = await this.#database.one<{ value: JsonValue }>(
        `SELECT value FROM rule_at($1, $2, $3::timestamptz - interval '1 microsecond')`,
        [subject, key, begins],
      );
      const changed = present(rule);
      return {
        changed,
        subject: `${subject} ${key}`,
        ...(before && { before: toWire(subject, key, before.value) }),
        after: { ...changed.value, from: changed.from },
      };
    });
    this.#rules.forget();
    return made;
  }
}

const present = (row: Rule): Rule => ({ ...row, value: toWire(row.subject, row.key, row.value) });
