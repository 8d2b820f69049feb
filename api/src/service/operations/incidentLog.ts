import { type IncidentAction, incidentActions } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { isAction } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';

type Log = AnswerOf<'operator', 'getIncidentLog'>;

interface StepRow {
  readonly number: string;
  readonly at: Date;
  readonly by: string;
  readonly action: IncidentAction;
  readonly subject: string;
  readonly reason: string;
}

const daySeconds = 24 * 3600;
/** So many of the latest changes are looked through: in an incident it is always the latest that count. */
const lookedThrough = 5_000;
const mostSteps = 100;

/** What everybody did about an incident, for everybody: out of the audit log, which only some may read whole. */
export class IncidentLog {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async read(): Promise<Log> {
    const freeze = await this.#database.one<{ since: Date }>(
      'SELECT began_at AS since FROM payout_freeze WHERE ended_at IS NULL',
    );
    const dayAgo = secondsFrom(this.#clock.now(), -daySeconds);
    const from = freeze && freeze.since < dayAgo ? freeze.since : dayAgo;
    const steps = await this.#database.rows<StepRow>(
      `SELECT number, recorded_at AS at, actor AS by, action, subject, reason FROM (
         SELECT * FROM audit_event WHERE ${isAction()} ORDER BY number DESC LIMIT ${lookedThrough}) latest
        WHERE recorded_at >= $1 AND action = ANY ($2::text[]) AND actor <> 'start' ORDER BY number DESC LIMIT ${mostSteps}`,
      [from, `{${incidentActions.join(',')}}`],
    );
    return { from, steps: steps };
  }
}
