import type { ApprovalKind, ApprovalRequest, Approver, Facts } from '../../../governance/approvals/approvalService.ts';
import { type Asked, requestApproval, throwApprovalError } from '../../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../../governance/audit/actor.ts';
import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { refusedByCode } from '../files/releaseRefusal.ts';
import type { Releasable, Switchable } from '../files/store.ts';
import type { Releases } from './releases.ts';

/** What is approved, and what it answers: something else by now, and it is asked for again. */
type ReleasePayload =
  /** The event that switched the feature off, and what is there again; without it, as requests of before. */
  | { readonly feature: Switchable; readonly off: string; readonly live?: string | null }
  /** A release below the floor goes live, or the floor is lowered to it. */
  | { readonly feature: Releasable; readonly release: string; readonly floor: string };

const approvedActions = [
  'release.approve_below_floor',
  'release.approve_lower_floor',
  'release.approve_on',
] as const satisfies readonly ApprovalRequest['action'][];

/**
 * The second person that going on needs, with a release below the floor, with a lower floor or with a feature that is off: one asks,
 * another approves, and only then it is done.
 */
export class ReleaseApprovals {
  readonly #database: Database;
  readonly #releases: Releases;
  readonly #clock: Clock;

  constructor(database: Database, releases: Releases, clock: Clock) {
    this.#database = database;
    this.#releases = releases;
    this.#clock = clock;
  }

  /** Each waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'releases',
    facts: async ({ payload: { floor: _floor, off, live, ...facts } }) => ({
      ...facts,
      ...(live != null && { release: live }),
      ...(off !== undefined && (await this.#stopped(String(off)))),
    }),
    preview: ({ payload: { floor } }, after) => ({ before: floor === undefined ? null : { floor }, after }),
    approve: async (request, approver) => void (await refusedByCode(() => this.#approve(request, approver))),
  };

  /** @throws ExplainedError if the release does not fit, or needs no second person */
  async request(feature: Releasable, release: string, by: ActorWithReason): Promise<Asked> {
    const floor = await this.#releases.checkBelowFloor(feature, release);
    return this.#ask('below_floor', { feature, release, floor }, by);
  }

  /** @throws ExplainedError if the feature is not off */
  async requestOn(feature: Switchable, by: ActorWithReason): Promise<Asked> {
    const { off, live } = await this.#releases.checkOff(feature);
    return this.#ask('on', { feature, off, live: live ?? null }, by);
  }

  /** @throws ExplainedError unless the floor is above the release */
  async requestLowerFloor(feature: Releasable, release: string, by: ActorWithReason): Promise<Asked> {
    const floor = await this.#releases.checkLowerFloor(feature, release);
    return this.#ask('lower_floor', { feature, release, floor }, by);
  }

  /** Who switched it off, when and why. */
  async #stopped(event: string): Promise<Facts | undefined> {
    const row = await this.#database.one<{ by: string; at: Date; why: string }>(
      'SELECT actor AS by, recorded_at AS at, reason AS why FROM release_event WHERE id = $1',
      [event],
    );
    return row && { stoppedBy: row.by, stoppedAt: row.at.toISOString(), stoppedWhy: row.why };
  }

  #ask(what: 'below_floor' | 'on' | 'lower_floor', payload: ReleasePayload, by: ActorWithReason): Promise<Asked> {
    return this.#database.inTransaction(async () => {
      const { feature, ...more } = payload;
      const action = `release.approve_${what}` as const;
      const subject = 'release' in payload ? `${feature} ${payload.release}` : feature;
      const approval = await requestApproval(this.#database, { ...by, action, subject, payload }, this.#clock.now());
      await recordAudit(this.#database, {
        ...by,
        action: `release.request_${what}`,
        subject: feature,
        after: { approval: approval.id, ...more },
      });
      return approval;
    });
  }

  /**
   * Makes the release live, the floor lower, or the feature be there again, in the name of who asked; the approver stands in the event.
   * @throws AppError approval.closed, or approval.second_person for who asked
   * @throws ExplainedError if the release does not fit any more
   */
  async #approve(request: ApprovalRequest, { actor: approvedBy, reason, requestId }: Approver): Promise<void> {
    const { id, requestedBy } = request;
    const action = approvedActions.find((each) => each === request.action);
    const payload = request.payload as unknown as ReleasePayload;
    const { feature } = payload;
    // One of the version before does not say what was seen: it is asked for again.
    if (!action || !(action === 'release.approve_on' ? 'off' in payload : 'floor' in payload))
      throw new AppError('approval.closed');
    const call = requestId === undefined ? {} : { requestId };
    const maker = { actor: requestedBy, reason: request.reason, ...call };
    const second = {
      approvedBy,
      use: async () => {
        await this.#database
          .rows('SELECT use_approval($1, $2, $3, $4, $5)', [action, id, approvedBy, reason, this.#clock.now()])
          .catch(throwApprovalError);
        await recordAudit(this.#database, {
          ...{ actor: approvedBy, action, subject: feature, reason, ...call },
          before: { approval: id, approvedBy: null },
          after: { approval: id, approvedBy, ...('release' in payload && { release: payload.release }) },
        });
      },
    };
    if ('off' in payload)
      return this.#releases.switchOn(feature, maker, { ...second, offBy: payload.off, live: payload.live });
    const { feature: released, release, floor } = payload;
    const approval = { ...second, floor };
    if (action === 'release.approve_below_floor')
      return this.#releases.activate(released, release, maker, { approval });
    return this.#releases.lowerFloor(released, release, maker, approval);
  }
}
