import type { AnswerOf, RuleSubject } from '@trellis/api-contract/schemas';
import { entryOf, type JsonValue, toStored } from '../../governance/rules/ruleValue.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { trafficUnder } from './traffic.ts';

const dayMs = 86_400_000;

/** A rule as somebody thinks of setting it; amounts as decimals. */
export interface PreviewedRule {
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
  /** Without it: at once. */
  readonly from: Date | undefined;
}

/** What would come of a rule, before anybody sets it. It reads, and changes nothing. */
export class RulePreview {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @throws AppError money.amount_format of an amount with more decimals than its unit has; rule.past */
  async read({ subject, key, value, from }: PreviewedRule): Promise<AnswerOf<'operator', 'previewRule'>> {
    const now = this.#clock.now();
    if (from && from < now) throw new AppError('rule.past', { fields: [{ path: 'from', code: 'field.range' }] });
    const stored = toStored(subject, key, value);
    const since = new Date(now.getTime() - dayMs);
    const traffic = await trafficUnder(this.#database, { subject, key, value: stored }, { since, now });
    return {
      secondPerson: entryOf(subject).secondPerson ?? (await this.#jumps(subject, key, stored, from ?? now, now)),
      traffic: traffic && { since, ...traffic },
    };
  }

  /** By the very function that refuses one person alone. */
  async #jumps(subject: RuleSubject, key: string, stored: JsonValue, from: Date, now: Date): Promise<boolean> {
    const row = await this.#database.one<{ jumps: boolean }>('SELECT rule_jumps($1, $2, $3::jsonb, $4, $5) AS jumps', [
      subject,
      key,
      JSON.stringify(stored),
      from,
      now,
    ]);
    return row?.jumps ?? true;
  }
}
