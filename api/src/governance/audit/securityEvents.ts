import type { AudienceName } from '@trellis/api-contract';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/origin.ts';
import type { SecurityEvent, SecurityRecords } from '../../platform/http/securityRecords.ts';

/** One row as operators read it. */
export interface SecurityEventRow {
  readonly id: string;
  readonly at: Date;
  readonly audience: AudienceName;
  readonly event: string;
  readonly outcome: string;
  readonly username: string | null;
  readonly operator: string | null;
  readonly command: string | null;
  readonly network: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** Whose events: a member's by username, an operator's by name; without either, everybody's. */
export interface Whose {
  readonly username?: string | undefined;
  readonly operator?: string | undefined;
}

/** Log-ins, changes of what protects an account, wrong proofs and refused decisions, done or not. Rows are only added. */
export class SecurityEvents implements SecurityRecords {
  readonly #database: Database;
  readonly #log: Pick<Log, 'error'>;

  constructor(database: Database, log: Pick<Log, 'error'>) {
    this.#database = database;
    this.#log = log;
  }

  async add(event: SecurityEvent): Promise<void> {
    const { audience, outcome, about, typedName, command, address, userAgent, requestId } = event;
    try {
      // A name that is nobody's is not kept: people type passwords into the field above.
      const id = about ?? (await this.#idOf(audience, typedName?.toLowerCase()));
      await this.#database.change(
        `INSERT INTO security_event (at, audience, event, outcome, member_id, operator_id, command, network, user_agent, request_id)
         VALUES (product_now(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [audience, event.event, outcome, audience === 'member' ? id : null, audience === 'operator' ? id : null].concat(
          [command ?? null, networkOf(address), userAgent, requestId],
        ),
        { rows: 1 },
      );
    } catch (error) {
      this.#log.error(
        { requestId, event: event.event, error: error instanceof Error ? error.name : 'unknown' },
        'security event not kept',
      );
    }
  }

  async #idOf(audience: SecurityEvent['audience'], name: string | undefined): Promise<string | null> {
    if (name === undefined) return null;
    const row = await this.#database.one<{ id: string }>(
      audience === 'member'
        ? 'SELECT id FROM member WHERE username_key = $1'
        : 'SELECT id FROM operator WHERE name = $1',
      [name],
    );
    return row?.id ?? null;
  }

  /** Latest first. @param before only rows with a smaller id */
  page({ username, operator }: Whose, before: string | undefined, limit: number): Promise<SecurityEventRow[]> {
    return this.#database.rows<SecurityEventRow>(
      `SELECT e.id, e.at, e.audience, e.event, e.outcome, m.username, o.name AS operator, e.command, e.network,
              e.user_agent AS "userAgent", e.request_id AS "requestId"
         FROM security_event e LEFT JOIN member m ON m.id = e.member_id LEFT JOIN operator o ON o.id = e.operator_id
        WHERE ($1::text IS NULL OR e.member_id = (SELECT id FROM member WHERE username_key = $1))
          AND ($2::text IS NULL OR e.operator_id = (SELECT id FROM operator WHERE name = $2))
          AND ($3::bigint IS NULL OR e.id < $3::bigint)
        ORDER BY e.id DESC LIMIT $4`,
      [username?.toLowerCase() ?? null, operator?.toLowerCase() ?? null, before ?? null, limit],
    );
  }
}
