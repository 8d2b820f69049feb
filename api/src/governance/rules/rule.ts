import type { RuleSubject } from '@trellis/api-contract/schemas';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type JsonValue, toWire } from './ruleValue.ts';

/** A rule as it was set; amounts in its value as decimals. */
export interface Rule {
  readonly id: string;
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
  readonly from: Date;
  /** When the next one takes its place; of a plan that came to nothing, when it would have begun. */
  readonly until: Date | null;
  readonly state: 'coming' | 'inForce' | 'over';
  /** `command:<user>`, `operator:<name>` or `policy`. */
  readonly setBy: string;
  readonly setAt: Date;
  readonly reason: string;
  /** The second person, where it took one. */
  readonly approvedBy: string | null;
}

export interface NewRule {
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
  /** Without it: at once. */
  readonly from: Date | undefined;
  /** The rule in force that somebody began from. */
  readonly base?: string | undefined;
}

/** Of `rule_history`. $1: the present moment. */
export const ruleColumns = `id, subject, key, value, effective_from AS "from",
  CASE WHEN isempty(during) THEN effective_from ELSE upper(during) END AS until,
  period_state(during, $1) AS state, set_by AS "setBy", set_at AS "setAt", reason, approved_by AS "approvedBy"`;

/** Amounts as decimals. */
export const presentRule = <Row extends Pick<Rule, 'subject' | 'key' | 'value'>>(row: Row): Row => ({
  ...row,
  value: toWire(row.subject, row.key, row.value),
});

/** One that was made just now. @throws Error if it is not there */
export async function readRule(
  database: Database,
  { subject, key, id }: Pick<Rule, 'subject' | 'key' | 'id'>,
  now: Date,
): Promise<Rule> {
  const rule = await database.one<Rule>(
    `SELECT ${ruleColumns} FROM rule_history WHERE subject = $2 AND key = $3 AND id = $4`,
    [now, subject, key, id],
  );
  if (!rule) throw new Error(`there is no rule ${id}`);
  return presentRule(rule);
}

/**
 * Refuses what was begun from a rule that is no longer in force. To be asked once the key is locked, which setting and
 * asking for one do: then nobody comes in between.
 * @param made the rule that was just made, which may be in force already
 * @throws AppError rule.changed
 */
export async function refuseOtherBase(
  database: Database,
  { subject, key, base }: Pick<NewRule, 'subject' | 'key' | 'base'>,
  now: Date,
  made?: string,
): Promise<void> {
  if (base === undefined) return;
  const row = await database.one<{ id: string }>(
    `SELECT id FROM rule_history WHERE subject = $1 AND key = $2 AND lower(during) <= $3 AND id IS DISTINCT FROM $4::bigint
      ORDER BY lower(during) DESC LIMIT 1`,
    [subject, key, now, made ?? null],
  );
  if (row?.id !== base) throw new AppError('rule.changed');
}

/** When those would have begun that a single person had planned and that come to nothing with a rule, as the audit log has it. */
export async function plansReplaced(database: Database, id: string): Promise<{ readonly replaced?: readonly Date[] }> {
  const rows = await database.rows<{ from: Date }>(
    'SELECT effective_from AS "from" FROM rule WHERE replaced_by = $1 ORDER BY 1',
    [id],
  );
  return rows.length > 0 ? { replaced: rows.map(({ from }) => from) } : {};
}

/** What is in force right before a moment, as the audit log has it; nothing where there is none. */
export async function valueBefore(
  database: Database,
  { subject, key }: Pick<Rule, 'subject' | 'key'>,
  moment: Date,
): Promise<{ readonly before?: JsonValue }> {
  const row = await database.one<{ value: JsonValue }>(
    `SELECT value FROM rule_at($1, $2, $3::timestamptz - interval '1 microsecond')`,
    [subject, key, moment],
  );
  return row ? { before: toWire(subject, key, row.value) } : {};
}
