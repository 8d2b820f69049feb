import type { Unit } from '@trellis/api-contract';
import { type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import { type RuleSubject, ruleSubjectNames } from '@trellis/api-contract/schemas';
import { z } from 'zod';
import { type Clock, microsText } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ApprovalKind } from '../approvals/approvalService.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import {
  type NewRule,
  plansReplaced,
  presentRule,
  type Rule,
  readRule,
  refuseOtherBase,
  ruleColumns,
  valueBefore,
} from './rule.ts';
import { changeRule } from './ruleChange.ts';
import type { RuleProposal, RuleProposals } from './ruleProposals.ts';
import type { Rules } from './rules.ts';
import { entryOf, type JsonValue, toStored, toWire } from './ruleValue.ts';

/** What is approved of a rule: its value as it is stored, and from when on it holds; `null`: at once. */
interface RulePayload extends Pick<Rule, 'subject' | 'key'> {
  readonly value: JsonValue;
  readonly from: number | null;
}

/** A kind of rule, how one is written, and what is set. */
export interface ListedSubject {
  readonly subject: RuleSubject;
  readonly about: string;
  /** JSON Schema. */
  readonly form: Record<string, unknown>;
  readonly amounts: readonly string[];
  readonly secondPerson: boolean;
  readonly ofMoney: boolean;
  readonly keys: readonly ListedKey[];
}

export interface ListedKey {
  readonly key: string;
  readonly unit: Unit | null;
  /** In force and coming; latest first. */
  readonly rules: readonly Rule[];
  readonly waiting: RuleProposal | null;
}

/** Which page of the history. */
export interface RuleHistoryPage {
  readonly subject: RuleSubject | undefined;
  readonly key: string | undefined;
  /** Only those with a smaller id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Each subject is set by the roles of its own policy. */
export const maySetRule = (roles: readonly OperatorRole[], subject: RuleSubject): boolean => {
  const allowed: readonly OperatorRole[] = operatorPolicies[entryOf(subject).policy];
  return roles.some((role) => allowed.includes(role));
};

/** Where operators set rules. The database adds and never changes one; every change stands in the audit log. */
export class RuleService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #rules: Rules;
  readonly #proposals: RuleProposals;

  constructor(database: Database, clock: Clock, rules: Rules, proposals: RuleProposals) {
    this.#database = database;
    this.#clock = clock;
    this.#rules = rules;
    this.#proposals = proposals;
  }

  /** A rule that takes two people waits for the second; whoever sets its subject may be it. */
  readonly approval: ApprovalKind = {
    readBy: 'books',
    facts: ({ payload }) => {
      const { subject, key, value, from } = payload as unknown as RulePayload;
      return { subject, key, ...toWire(subject, key, value), ...(from !== null && { from: microsText(from) }) };
    },
    preview: async ({ payload }, after) => {
      const { before = null } = await valueBefore(this.#database, payload as unknown as RulePayload, this.#clock.now());
      return { before, after };
    },
    approve: async ({ subject }, approver) => {
      if (!maySetRule(approver.roles, await this.#proposals.subjectOf(subject))) throw new AppError('auth.forbidden');
      await this.#proposals.approve(subject, approver);
      return undefined;
    },
  };

  /** In force, coming and waiting, of all subjects or of one. */
  async list(only: RuleSubject | undefined): Promise<ListedSubject[]> {
    const subjects = only === undefined ? ruleSubjectNames : [only];
    const rows = await this.#database.rows<Rule>(
      `SELECT ${ruleColumns} FROM rule_history WHERE subject = ANY ($2) AND (upper_inf(during) OR upper(during) > $1)
        ORDER BY lower(during) DESC LIMIT 1000`,
      [this.#clock.now(), subjects],
    );
    const rules = Map.groupBy(rows.map(presentRule), ({ subject, key }) => `${subject} ${key}`);
    const waiting = new Map(
      (await this.#proposals.waiting(subjects)).map((each) => [`${each.subject} ${each.key}`, each]),
    );
    return subjects.map((subject) => {
      const { about, value, amounts, keys, unitOf, secondPerson = false, ofMoney = false } = entryOf(subject);
      return {
        subject,
        about,
        amounts,
        secondPerson,
        ofMoney,
        form: z.toJSONSchema(value),
        keys: keys.map((key) => ({
          key,
          unit: unitOf?.(key) ?? null,
          rules: rules.get(`${subject} ${key}`) ?? [],
          waiting: waiting.get(`${subject} ${key}`) ?? null,
        })),
      };
    });
  }

  /** All that were ever set, the latest first. */
  async history({ subject, key, before, limit }: RuleHistoryPage): Promise<Rule[]> {
    const rows = await this.#database.rows<Rule>(
      `SELECT ${ruleColumns} FROM rule_history
        WHERE subject = ANY ($2) AND ($3::text IS NULL OR key = $3) AND ($4::bigint IS NULL OR id < $4::bigint)
        ORDER BY id DESC LIMIT $5`,
      [this.#clock.now(), subject === undefined ? ruleSubjectNames : [subject], key ?? null, before ?? null, limit],
    );
    return rows.map(presentRule);
  }

  /**
   * Sets a rule, if one person may: not one of those that always take two, and of those that move money none that differs
   * by more than a tenth from what was there. `RuleProposals` has the others.
   * @returns `undefined` if somebody else has to approve; nothing was set then
   * @throws AppError rule.unknown, rule.past, rule.taken, rule.changed, money.amount_format
   */
  async setAlone(rule: NewRule, by: ActorWithReason): Promise<Rule | undefined> {
    return this.#set(rule, by).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'approval.second_person') return undefined;
      throw error;
    });
  }

  async #set({ subject, key, value, from, base }: NewRule, by: ActorWithReason): Promise<Rule> {
    const stored = toStored(subject, key, value);
    const made = await changeRule(this.#database, 'rule.set', by, async () => {
      const now = this.#clock.now();
      const row = await this.#database.one<{ id: string }>('SELECT set_rule($1, $2, $3::jsonb, $4, $5, $6, $7) AS id', [
        subject,
        key,
        JSON.stringify(stored),
        from ?? now,
        by.actor,
        by.reason,
        now,
      ]);
      const changed = await readRule(this.#database, { subject, key, id: row?.id ?? '' }, now);
      await refuseOtherBase(this.#database, { subject, key, base }, now, changed.id);
      return {
        changed,
        subject: `${subject} ${key}`,
        ...(await valueBefore(this.#database, changed, changed.from)),
        after: { ...changed.value, from: changed.from, ...(await plansReplaced(this.#database, changed.id)) },
      };
    });
    this.#rules.forget();
    return made;
  }
}
