import type { OperatorRole } from '@trellis/api-contract/operator';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { deviceName } from '../security/devices/deviceNames.ts';
import { absoluteSeconds, idleSeconds } from './session.ts';

/** An operator, as those see them who look after operators. Nothing by which somebody logs in is in it. */
export interface ListedOperator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly createdAt: Date;
  readonly enrolledAt: Date | null;
  readonly suspendedAt: Date | null;
  /** `null`: not within the month for which sessions are kept. */
  readonly lastSeenAt: Date | null;
  /** Until when the link works by which they enrol. */
  readonly linkUntil: Date | null;
  /** Roles by which they are nobody's second person yet, and until when. */
  readonly newRoles: readonly OperatorRole[];
  readonly newUntil: Date | null;
  readonly sessions: number;
  /** Usernames of their own member accounts. */
  readonly members: readonly string[];
  /** What they have asked for, and approved, that has led to nothing yet: it goes with a suspension. */
  readonly asked: number;
  readonly approvals: number;
}

export interface StoredSession {
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
  /** Without the last part of the address; empty where it is not known. */
  readonly network: string;
}

/** `browser` and `system` as whoever owns it knows them; `?` where a browser does not say. */
export type ListedSession<Stored extends StoredSession = StoredSession> = Stored & ReturnType<typeof deviceName>;

/** As it is shown. */
export const presentSession = <Stored extends StoredSession>(session: Stored): ListedSession<Stored> => ({
  ...session,
  ...deviceName(session.userAgent),
});

/** Columns of a `StoredSession`, of an `operator_session` s. */
export const sessionColumns = `s.created_at AS "startedAt", s.seen_at AS "lastSeenAt", s.user_agent AS "userAgent", s.network`;

/** Since when a session must have been seen, and begun, to be open. */
export const livesSince = (now: Date): readonly [seen: Date, begun: Date] => [
  secondsFrom(now, -idleSeconds),
  secondsFrom(now, -absoluteSeconds),
];

/** Operators and their sessions, for who looks after them. */
export class OperatorDirectory {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** By name. @param name only whoever has it */
  list(name?: string): Promise<ListedOperator[]> {
    const now = this.#clock.now();
    return this.#database.rows<ListedOperator>(
      `SELECT o.name, o.roles, o.created_at AS "createdAt", o.enrolled_at AS "enrolledAt", o.suspended_at AS "suspendedAt",
              s.seen AS "lastSeenAt", s.live AS sessions,
              (SELECT max(e.expires_at) FROM operator_enrolment e
                WHERE e.operator_id = o.id AND e.ended_at IS NULL AND e.expires_at > $1 AND o.suspended_at IS NULL) AS "linkUntil",
              ARRAY(SELECT unnest(o.roles) EXCEPT SELECT unnest(standing_roles(o)) ORDER BY 1) AS "newRoles",
              CASE WHEN o.new_until > $1 AND o.new_roles && o.roles THEN o.new_until END AS "newUntil",
              ARRAY(SELECT m.username FROM operator_member om JOIN member m ON m.id = om.member
                     WHERE om.operator = o.id ORDER BY 1) AS members,
              (SELECT count(*)::int FROM approval a WHERE a.requested_by = 'operator:' || o.name AND a.closed_at IS NULL
                AND (a.expires_at IS NULL OR a.expires_at > $1)) AS asked,
              (SELECT count(*)::int FROM approval_standing g JOIN approval a ON a.id = g.approval
                WHERE g.person = o.name AND a.closed_at IS NULL) AS approvals
         FROM operator o, LATERAL (
           SELECT max(seen_at) AS seen, count(*) FILTER (WHERE revoked_at IS NULL AND seen_at > $2 AND created_at > $3)::int AS live
             FROM operator_session WHERE operator_id = o.id) s
        WHERE $4::text IS NULL OR o.name = $4 ORDER BY o.name LIMIT 500`,
      [now, ...livesSince(now), name ?? null],
    );
  }

  /** Those that are open, the latest seen first. */
  async sessionsOf(name: string): Promise<ListedSession[]> {
    const rows = await this.#database.rows<StoredSession>(
      `SELECT ${sessionColumns}
         FROM operator_session s JOIN operator o ON o.id = s.operator_id
        WHERE o.name = $1 AND s.revoked_at IS NULL AND s.seen_at > $2 AND s.created_at > $3
        ORDER BY s.seen_at DESC LIMIT 50`,
      [name, ...livesSince(this.#clock.now())],
    );
    return rows.map(presentSession);
  }
}
