import type { ApprovalKind, Approver } from '../../../governance/approvals/approvalService.ts';
import {
  type ApprovalAction,
  closeApproval,
  giveApprovalById,
  requestApproval,
} from '../../../governance/approvals/approvals.ts';
import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { SessionOperator } from '../../../platform/http/caller.ts';
import { refusedByCode } from '../files/releaseRefusal.ts';
import type { Releasable } from '../files/store.ts';
import type { ReleaseEvents } from './events.ts';
import type { Releases } from './releases.ts';

/** What somebody wants to go on with: a release below the floor, a lower floor, or a feature that is off (`release` is `null`). */
export interface PendingApproval {
  readonly id: string;
  readonly kind: 'belowFloor' | 'on' | 'lowerFloor';
  readonly feature: Releasable;
  readonly release: string | null;
  readonly reason: string;
  /** An operator's name. */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** An operator, what moves them, and the call they make. */
export interface OperatorWithReason {
  readonly operator: SessionOperator;
  readonly reason: string;
  readonly requestId: string;
}

const actions = {
  belowFloor: 'release.approve_below_floor',
  on: 'release.approve_on',
  lowerFloor: 'release.approve_lower_floor',
} as const satisfies Record<PendingApproval['kind'], ApprovalAction>;
const listed = Object.values(actions)
  .map((action) => `'${action}'`)
  .join(', ');
const columns = `a.id, CASE a.action ${Object.entries(actions)
  .map(([kind, action]) => `WHEN '${action}' THEN '${kind}'`)
  .join(' ')} END AS kind,
  split_part(a.subject, ' ', 1) AS feature, nullif(split_part(a.subject, ' ', 2), '') AS release, a.reason,
  o.name AS "requestedBy", a.requested_at AS "requestedAt", a.expires_at AS "expiresAt"`;
/** Whoever asked must still be allowed to: with them goes what they asked for. */
const pending = `approval a JOIN operator o ON 'operator:' || o.name = a.requested_by
  WHERE a.action IN (${listed}) AND a.closed_at IS NULL AND a.expires_at > $1
    AND o.suspended_at IS NULL AND 'releases' = ANY (o.roles)`;

/**
 * The second person that going on needs, with a release below the floor, with a lower floor or with a feature that is off: one asks, another says
 * yes, and only then it is done.
 */
export class ReleaseApprovals {
  readonly #database: Database;
  readonly #releases: Releases;
  readonly #events: ReleaseEvents;
  readonly #clock: Clock;

  constructor(database: Database, releases: Releases, events: ReleaseEvents, clock: Clock) {
    this.#database = database;
    this.#releases = releases;
    this.#events = events;
    this.#clock = clock;
  }

  /** Each waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'releases',
    facts: ({ subject }) => {
      const [feature, release] = subject.split(' ');
      return { feature, ...(release !== undefined && { release }) };
    },
    preview: async (_request, after) => {
      const { floor } = (await this.#events.states()).get(after.feature as Releasable) ?? {};
      return { before: floor === undefined || floor === null || !('release' in after) ? null : { floor }, after };
    },
    approve: async ({ id }, approver) => void (await refusedByCode(() => this.approve(id, approver))),
  };

  /** @throws ExplainedError if the release does not fit, or needs no second person */
  async request(feature: Releasable, release: string, by: OperatorWithReason): Promise<PendingApproval> {
    await this.#releases.checkBelowFloor(feature, release);
    return this.#ask('belowFloor', feature, release, by);
  }

  /** @throws ExplainedError if the feature is not off */
  async requestOn(feature: Releasable, by: OperatorWithReason): Promise<PendingApproval> {
    await this.#releases.checkOff(feature);
    return this.#ask('on', feature, null, by);
  }

  /** @throws ExplainedError unless the floor is above the release */
  async requestLowerFloor(feature: Releasable, release: string, by: OperatorWithReason): Promise<PendingApproval> {
    const floor = await this.#releases.checkLowerFloor(feature, release);
    return this.#ask('lowerFloor', feature, release, by, floor);
  }

  async #ask(
    kind: PendingApproval['kind'],
    feature: Releasable,
    release: string | null,
    { operator, reason, requestId }: OperatorWithReason,
    floor?: string,
  ): Promise<PendingApproval> {
    const requestedAt = this.#clock.now();
    return this.#database.inTransaction(async () => {
      const actor = `operator:${operator.name}`;
      const action = actions[kind];
      const payload = payloadOf({ feature, release }, floor);
      const subject = release === null ? feature : `${feature} ${release}`;
      const asked = { action, subject, payload, actor, reason };
      const { id, expiresAt } = await requestApproval(this.#database, asked, requestedAt);
      await recordAudit(this.#database, {
        actor,
        action: action.replace('approve', 'request'),
        subject: feature,
        reason,
        after: { approval: id, ...(release !== null && { release }), ...(floor !== undefined && { floor }) },
        requestId,
      });
      return { id, kind, feature, release, reason, requestedBy: operator.name, requestedAt, expiresAt };
    });
  }

  /**
   * Makes the release live, the floor lower, or the feature be there again, in the name of who asked; the approver stands in the event.
   * @throws AppError request.not_found, approval.closed, or approval.second_person for who asked
   * @throws ExplainedError if the release does not fit any more
   */
  async approve(id: string, { actor: approvedBy, reason, requestId }: Approver): Promise<void> {
    const known = await this.#database.one(`SELECT 1 AS found FROM approval WHERE id = $1 AND action IN (${listed})`, [
      id,
    ]);
    if (!known) throw new AppError('request.not_found');
    const asked = await this.#database.one<PendingApproval>(`SELECT ${columns} FROM ${pending} AND a.id = $2`, [
      this.#clock.now(),
      id,
    ]);
    if (!asked) throw new AppError('approval.closed');
    const { kind, feature, release } = asked;
    const call = requestId === undefined ? {} : { requestId };
    const maker = { actor: `operator:${asked.requestedBy}`, reason: asked.reason, ...call };
    const second = {
      approvedBy,
      use: async () => {
        const now = this.#clock.now();
        await giveApprovalById(this.#database, id, { actor: approvedBy, reason }, now);
        await closeApproval(this.#database, id, now);
        await recordAudit(this.#database, {
          actor: approvedBy,
          action: actions[kind],
          subject: feature,
          reason,
          ...call,
          before: { approval: id, approvedBy: null },
          after: { approval: id, approvedBy, ...(release !== null && { release }) },
        });
      },
    };
    if (release === null) await this.#releases.switchOn(feature, maker, second);
    else if (kind === 'belowFloor') await this.#releases.activate(feature, release, maker, { approval: second });
    else await this.#releases.lowerFloor(feature, release, await this.#floorOf(asked), maker, second);
  }

  /** @returns the floor that was asked to be lowered @throws AppError approval.closed if it is another by now */
  async #floorOf({ id, feature, release }: PendingApproval): Promise<string> {
    const floor = await this.#releases.checkLowerFloor(feature, release ?? '');
    const row = await this.#database.one<{ same: boolean }>(
      'SELECT digest = payload_digest($2::jsonb) AS same FROM approval WHERE id = $1',
      [id, JSON.stringify(payloadOf({ feature, release }, floor))],
    );
    if (!row?.same) throw new AppError('approval.closed');
    return floor;
  }
}

/** What is approved. */
const payloadOf = (
  { feature, release }: Pick<PendingApproval, 'feature' | 'release'>,
  floor?: string,
): Readonly<Record<string, string>> => ({
  feature,
  ...(release !== null && { release }),
  ...(floor !== undefined && { floor }),
});
