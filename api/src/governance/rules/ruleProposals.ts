import type { RuleSubject } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { type NewRule, plansReplaced, presentRule, type Rule, readRule, refuseOtherBase, valueBefore } from './rule.ts';
import { changeRule } from './ruleChange.ts';
import type { Rules } from './rules.ts';
import { toStored } from './ruleValue.ts';

/** What is no rule until a second person approves it; amounts in its value as decimals. */
export interface RuleProposal extends Pick<Rule, 'id' | 'subject' | 'key' | 'value' | 'setBy' | 'setAt' | 'reason'> {
  /** `null`: at once, when it is approved. */
  readonly from: Date | null;
  readonly state: 'waiting';
  /** Until when somebody has to approve it. */
  readonly expiresAt: Date;
}

const columns = `subject AS id, payload ->> 'subject' AS subject, payload ->> 'key' AS key, payload -> 'value' AS value,
  rule_wanted_from(payload) AS "from", 'waiting' AS state, requested_by AS "setBy", requested_at AS "setAt", reason,
  expires_at AS "expiresAt"`;

/** Rules that take two people. The guards are the database's; what was asked for and approved stands in the audit log. */
export class RuleProposals {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #rules: Rules;

  constructor(database: Database, clock: Clock, rules: Rules) {
    this.#database = database;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Those that wait for somebody; at most one of a key. */
  async waiting(subjects: readonly RuleSubject[]): Promise<RuleProposal[]> {
    const rows = await this.#database.rows<RuleProposal>(
      `SELECT ${columns} FROM requests_at('rule.approve', $1) WHERE state = 'waiting' AND payload ->> 'subject' = ANY ($2)`,
      [this.#clock.now(), subjects],
    );
    return rows.map(presentRule);
  }

  /** What one is about, whether it still waits or not. @throws AppError approval.closed if there is none */
  async subjectOf(id: string): Promise<RuleSubject> {
    return (await this.#read(id)).subject;
  }

  /**
   * Asks for a rule; what waited of its key does so no longer.
   * @throws AppError rule.unknown, rule.past, rule.taken, rule.changed, money.amount_format
   */
  propose({ subject, key, value, from, base }: NewRule, by: ActorWithReason): Promise<RuleProposal> {
    const stored = toStored(subject, key, value);
    return changeRule(this.#database, 'rule.propose', by, async () => {
      const now = this.#clock.now();
      const row = await this.#database.one<{ id: string }>(
        'SELECT propose_rule($1, $2, $3::jsonb, $4, $5, $6, $7) AS id',
        [subject, key, JSON.stringify(stored), from ?? null, by.actor, by.reason, now],
      );
      await refuseOtherBase(this.#database, { subject, key, base }, now);
      const changed = await this.#read(row?.id ?? '');
      return {
        changed,
        subject: `${subject} ${key}`,
        ...(await valueBefore(this.#database, changed, changed.from ?? now)),
        after: { ...changed.value, from: changed.from, proposal: changed.id },
      };
    });
  }

  /** The second person's approval. @throws AppError approval.closed, approval.second_person, rule.taken */
  async approve(id: string, by: ActorWithReason): Promise<Rule> {
    const made = await changeRule(this.#database, 'rule.approve', by, async () => {
      const now = this.#clock.now();
      const { subject, key } = await this.#read(id);
      const row = await this.#database.one<{ id: string }>('SELECT approve_rule($1, $2, $3, $4) AS id', [
        id,
        by.actor,
        by.reason,
        now,
      ]);
      const changed = await readRule(this.#database, { subject, key, id: row?.id ?? '' }, now);
      return {
        changed,
        subject: `${subject} ${key}`,
        ...(await valueBefore(this.#database, changed, changed.from)),
        after: {
          ...{ ...changed.value, from: changed.from, proposal: id, setBy: changed.setBy },
          ...(await plansReplaced(this.#database, changed.id)),
        },
      };
    });
    this.#rules.forget();
    return made;
  }

  async #read(id: string): Promise<RuleProposal> {
    const row = await this.#database.one<RuleProposal>(
      `SELECT ${columns} FROM approval WHERE action = 'rule.approve' AND subject = $1 ORDER BY id LIMIT 1`,
      [id],
    );
    if (!row) throw new AppError('approval.closed');
    return presentRule(row);
  }
}
