import type { ReleaseManifest } from '@trellis/api-contract';
import type { ActorWithReason } from '../../../governance/audit/actor.ts';
import { AppError, busy } from '../../../ground/errors.ts';
import { ExplainedError } from '../../../ground/explainedError.ts';
import type { Arrivals, Listed } from '../bucket/arrivals.ts';
import type { Alongside } from '../compatibility/compatibility.ts';
import { ReleaseRefusal } from '../files/releaseRefusal.ts';
import { type Releasable, type ReleaseStore, releasables, type Switchable } from '../files/store.ts';
import { wholeShare } from './assignment.ts';
import { type CallChanges, callChanges } from './callChanges.ts';
import type { ReleaseEvents, States } from './events.ts';
import { bringJudged } from './neededReleases.ts';
import { automaticTarget, emptyState, type FeatureState, isBelowFloor, stepBack } from './state.ts';

/** A second person's approval to a release below its feature's floor; see `ReleaseApprovals`, which alone gives it. */
interface Approval {
  /** `operator:<name>` */
  readonly approvedBy: string;
  /** What the release was asked for against; another one by now, and it is asked for again. */
  readonly floor?: string;
  /** Uses the approval up, in the transaction of the step. @throws AppError if it cannot be used */
  readonly use: () => Promise<void>;
}

interface StepOptions {
  /** It closes a hole: no automatic step takes it away again. */
  readonly securityFix?: boolean | undefined;
  /** The release whose roll-out this one takes the place of; without it, one that is under way stays. */
  readonly instead?: string | undefined;
}

interface RollOutOptions extends StepOptions {
  /** The share that the caller has seen; of another it is refused. */
  readonly from?: number | undefined;
}

interface MemberOptions extends Pick<StepOptions, 'instead'> {
  /** Ids of those who have it so, as the caller has seen; of others it is refused. */
  readonly from?: readonly string[] | undefined;
}

/** Says why a release does not fit what it may run alongside; empty when it fits. */
type CompatibilityCheck = (candidate: ReleaseManifest, alongside: Alongside) => readonly string[];

/** Who looks at what is not here yet asks again after this long. */
const retrySeconds = 5;

/** All that can be done with releases. Each step is recorded with who did it and why, and takes effect at once. */
export class Releases {
  readonly store: ReleaseStore;
  readonly #events: ReleaseEvents;
  readonly #faultsOf: CompatibilityCheck;
  readonly #arrivals: Arrivals | undefined;

  /** @param arrivals brings what the store lacks */
  constructor(events: ReleaseEvents, store: ReleaseStore, check: CompatibilityCheck, arrivals?: Arrivals) {
    this.#events = events;
    this.store = store;
    this.#faultsOf = check;
    this.#arrivals = arrivals;
  }

  /** What could be made live, here or elsewhere; `isLate`: what is elsewhere is not known yet, or may be more. */
  async stored(feature: Releasable): Promise<Listed> {
    const { releases, isLate } = (await this.#arrivals?.list(feature)) ?? { releases: [], isLate: false };
    return { releases: [...new Set([...this.store.list(feature), ...releases])], isLate };
  }

  /**
   * Every release that some page may run together with one of this feature. It and they are in the store afterwards.
   * @throws BucketFault if one of them is not here and cannot be asked for
   */
  async alongside(feature: Releasable, release: string): Promise<Alongside> {
    await this.#bring(feature, () => release);
    return this.#alongside(feature, await this.#events.states());
  }

  /**
   * What a release may call that what everybody has may not.
   * @throws ReleaseRefusal if there is no such release, AppError server.busy while one of the two is not here yet
   */
  async callChanges(feature: Releasable, release: string): Promise<CallChanges> {
    const { stable, off } = (await this.#events.states()).get(feature) ?? emptyState;
    const live = off ? undefined : stable?.release;
    for (const each of [release, live])
      if (each !== undefined && (await this.#arrivals?.wanted(feature, each)) === 'later') throw busy(retrySeconds);
    if (!this.store.has(feature, release)) throw this.#unknown(feature, release);
    const isHere = live !== undefined && this.store.has(feature, live);
    return callChanges(this.store.manifest(feature, release), isHere ? this.store.manifest(feature, live) : undefined);
  }

  /** The source map of a built file: here, or else in the bucket, as far as it answers in time. */
  async sourceMap(feature: Releasable, release: string, file: string): Promise<string | undefined> {
    return this.store.sourceMap(feature, release, file) ?? this.#arrivals?.sourceMap(feature, release, file);
  }

  /** Records that a release has come into the store. */
  async published(feature: Releasable, release: string, by: ActorWithReason): Promise<void> {
    await this.#events.add(feature, (state) =>
      state.published.includes(release) ? undefined : { action: 'publish', release, ...by },
    );
  }

  /**
   * Makes a release live for everybody; its roll-out ends with it.
   * @param approval lets it be below the floor, and take the place of whatever is rolled out
   * @throws ReleaseRefusal if it is not in the store, does not fit, or is below the floor, and if another one is rolled out
   */
  async activate(
    feature: Releasable,
    release: string,
    by: ActorWithReason,
    { approval, securityFix, instead }: StepOptions & { readonly approval?: Approval } = {},
  ): Promise<void> {
    await this.#bring(feature, () => release);
    const begun = await this.#begun(feature);
    await this.#events.add(
      feature,
      (state, all) => {
        if (!approval) refuseOther(feature, release, state, instead, begun);
        else refuseOtherFloor(feature, state, approval.floor);
        this.#check(feature, release, approval ? { ...state, floor: undefined } : state, all);
        const evidence = { ...(approval && { approvedBy: approval.approvedBy }), ...(securityFix && { securityFix }) };
        return { action: 'activate', release, ...by, ...(Object.keys(evidence).length > 0 && { evidence }) };
      },
      approval?.use,
    );
  }

  /** @throws ReleaseRefusal if the release is not in the store, does not fit, or is below the floor */
  async check(feature: Releasable, release: string): Promise<void> {
    await this.#bring(feature, () => release);
    const all = await this.#events.states();
    this.#check(feature, release, all.get(feature) ?? emptyState, all);
  }

  /** @returns the floor @throws ReleaseRefusal unless it is all that keeps the release from going live */
  async checkBelowFloor(feature: Releasable, release: string): Promise<string> {
    await this.#bring(feature, () => release);
    const all = await this.#events.states();
    const state = all.get(feature) ?? emptyState;
    this.#check(feature, release, { ...state, floor: undefined }, all);
    return floorAbove(feature, release, state);
  }

  /**
   * Gives a release to a share of all members; the rest keeps what is live.
   * @param share hundredths of a percent; 0 takes it back from all, 10,000 makes it live for everybody
   * @throws ReleaseRefusal as `activate`, if nothing is live that the others could have, and if another one is rolled out
   */
  async rollOut(
    feature: Releasable,
    release: string,
    share: number,
    by: ActorWithReason,
    options: RollOutOptions = {},
  ): Promise<void> {
    const { securityFix } = options;
    if (share > 0) await this.#bring(feature, () => release);
    const begun = await this.#begun(feature);
    await this.#events.add(feature, (state, all) => {
      if (!state.stable) throw new ReleaseRefusal('release.none_live', { feature });
      if (state.stable.release === release) throw new ReleaseRefusal('release.live_already', { feature, release });
      refuseUnseen(feature, release, share, state, options, begun);
      const isTakenBack = share === 0 && state.candidate?.release === release;
      // What is rolled out is taken back whether or not it is here.
      if (!isTakenBack) this.#check(feature, release, state, all);
      // Nobody has it: there is nothing to take back, and nothing to record.
      if (share === 0 && !isTakenBack) return undefined;
      const evidence = share > 0 && securityFix && { evidence: { securityFix } };
      return share === wholeShare
        ? { action: 'activate', release, ...by, ...evidence }
        : { action: 'rollout', release, share, ...by, ...evidence };
    });
  }

  /**
   * Gives a release to named members, whatever the share that it has; 0 where it has none yet. It ends as a roll-out does.
   * @param members ids of all who have it so from now on; with none and no share it is rolled out no longer
   * @throws ReleaseRefusal as `rollOut`
   */
  async giveToMembers(
    feature: Releasable,
    release: string,
    members: readonly string[],
    by: ActorWithReason,
    options: MemberOptions = {},
  ): Promise<void> {
    if (members.length > 0) await this.#bring(feature, () => release);
    const begun = await this.#begun(feature);
    await this.#events.add(feature, (state, all) => {
      if (!state.stable) throw new ReleaseRefusal('release.none_live', { feature });
      if (state.stable.release === release) throw new ReleaseRefusal('release.live_already', { feature, release });
      refuseOtherMembers(feature, release, members, state, options, begun);
      if (members.length > 0) this.#check(feature, release, state, all);
      const share = state.candidate?.release === release ? state.candidate.share : 0;
      return { action: 'rollout', release, share, members, ...by };
    });
  }

  /** As `checkActivate`, of members that are named. @throws ReleaseRefusal */
  async checkGiveToMembers(
    feature: Releasable,
    release: string,
    members: readonly string[],
    options: MemberOptions,
  ): Promise<void> {
    const state = (await this.#events.states()).get(feature) ?? emptyState;
    refuseOtherMembers(feature, release, members, state, options, await this.#begun(feature));
  }

  /** What `activate` asks first, before anything is tried. @throws ReleaseRefusal if somebody else's step is in the way */
  async checkActivate(feature: Releasable, release: string, { instead }: StepOptions): Promise<void> {
    const state = (await this.#events.states()).get(feature) ?? emptyState;
    refuseOther(feature, release, state, instead, await this.#begun(feature));
  }

  /** As `checkActivate`, of a roll-out. @throws ReleaseRefusal */
  async checkRollOut(feature: Releasable, release: string, share: number, options: RollOutOptions): Promise<void> {
    const state = (await this.#events.states()).get(feature) ?? emptyState;
    refuseUnseen(feature, release, share, state, options, await this.#begun(feature));
  }

  /** Who began what is rolled out now. */
  async #begun(feature: Releasable): Promise<string | undefined> {
    const { candidate } = (await this.#events.states()).get(feature) ?? emptyState;
    if (!candidate) return undefined;
    const rollOuts = (await this.#events.history(feature, 50)).filter(
      ({ action, release, recordedAt }) =>
        action === 'rollout' && release === candidate.release && recordedAt >= candidate.since,
    );
    return rollOuts.at(-1)?.actor;
  }

  /**
   * Takes one step back: from a roll-out to what is live, else to what was live before, or to any release that was live.
   * @returns the release that everybody has then
   * @throws ReleaseRefusal if there is no such release, nobody ever had it, or it does not fit today's shell
   */
  async rollBack(feature: Releasable, to: string | undefined, by: ActorWithReason): Promise<string> {
    const targetOf = (state: FeatureState): string | undefined => to ?? stepBack(state);
    await this.#bringBack(feature, targetOf);
    const event = await this.#events.add(feature, (state, all) => {
      const target = targetOf(state);
      if (target === undefined) throw new ReleaseRefusal('release.none_before', { feature });
      this.#check(feature, target, state, all);
      if (!state.tried.has(target)) throw new ReleaseRefusal('release.never_live', { feature, release: target });
      return { action: 'rollback', release: target, ...by };
    });
    return event?.release ?? '';
  }

  /** Rolls a failing release back by itself, if it is still there and may go. @returns where to, if it did */
  async rollBackFailing(
    feature: Releasable,
    failing: string,
    reason: string,
    evidence: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    // Whether the bucket answers or not: what is here can be gone back to.
    await this.#bringBack(feature, (state) => automaticTarget(state, failing)).catch(() => undefined);
    const event = await this.#events.add(feature, (state, all) => {
      const target = automaticTarget(state, failing);
      if (target === undefined || this.#misfits(feature, target, all).length > 0) return undefined;
      return { action: 'rollback', release: target, actor: 'automatic', reason, evidence };
    });
    return event?.release;
  }

  /** No automatic roll-back goes back past the release that is live now. */
  async pin(feature: Releasable, by: ActorWithReason): Promise<string> {
    const event = await this.#events.add(feature, (state) => {
      if (!state.stable) throw new ReleaseRefusal('release.none_live', { feature });
      return { action: 'pin', release: state.stable.release, ...by };
    });
    return event?.release ?? '';
  }

  async unpin(feature: Releasable, by: ActorWithReason): Promise<void> {
    await this.#events.add(feature, () => ({ action: 'unpin', ...by }));
  }

  /** Switches a feature off: its place shows a notice, the rest goes on. The worker leaves each browser at its next page. */
  async switchOff(feature: Switchable, by: ActorWithReason): Promise<void> {
    if (feature === 'shell') throw new ReleaseRefusal('release.shell_off');
    await this.#events.add(feature, () => ({ action: 'off', ...by }));
  }

  /**
   * @param approval the second person's, where it took one
   * @throws ReleaseRefusal if what was live no longer fits the rest
   */
  async switchOn(
    feature: Switchable,
    by: ActorWithReason,
    approval?: Approval & { readonly offBy: string; readonly live?: string | null | undefined },
  ): Promise<void> {
    if (feature !== 'worker') await this.#bring(feature, ({ stable }) => stable?.release);
    await this.#events.add(
      feature,
      ({ stable, offBy }, all) => {
        // It was switched off again since it was asked for, or something else is there by now: nobody has agreed to that.
        const isOther = approval?.live !== undefined && approval.live !== (stable?.release ?? null);
        if (approval && (approval.offBy !== offBy || isOther)) throw new AppError('approval.closed');
        // What went live meanwhile took no account of it.
        if (stable && feature !== 'worker') this.#refuseMisfit(feature, stable.release, all);
        return { action: 'on', ...by, ...(approval && { evidence: { approvedBy: approval.approvedBy } }) };
      },
      approval?.use,
    );
  }

  /** @returns the event that switched it off, and what is live @throws ReleaseRefusal unless the feature is off */
  async checkOff(feature: Switchable): Promise<{ readonly off: string; readonly live: string | undefined }> {
    const { offBy, stable } = (await this.#events.states()).get(feature) ?? emptyState;
    if (offBy === undefined) throw new ReleaseRefusal('release.not_off', { feature });
    return { off: offBy, live: stable?.release };
  }

  /**
   * Says that nothing older than this release may be made live.
   * @throws ReleaseRefusal if it is unknown, lower than the present floor, or newer than what is live
   */
  async raiseFloor(feature: Releasable, release: string, by: ActorWithReason): Promise<void> {
    await this.#events.add(feature, (state) => {
      if (!state.published.includes(release)) throw this.#unknown(feature, release);
      if (isBelowFloor(state, release)) throw belowFloor(feature, release, state);
      const wouldBe = { ...state, floor: release };
      for (const live of [state.stable?.release, state.candidate?.release])
        if (live !== undefined && isBelowFloor(wouldBe, live))
          throw new ReleaseRefusal('release.live_older', { feature, live, release });
      return { action: 'floor', release, ...by };
    });
  }

  /**
   * Lets what is as old as this release go live again.
   * @param approval the second person's, for the floor that they have seen
   * @throws ReleaseRefusal if the release is unknown or the floor is not above it, or no longer the one given
   */
  async lowerFloor(feature: Releasable, release: string, by: ActorWithReason, approval: Approval): Promise<void> {
    await this.#events.add(
      feature,
      (state) => {
        this.#checkLower(feature, release, state);
        refuseOtherFloor(feature, state, approval.floor);
        return { action: 'floor', release, ...by, evidence: { approvedBy: approval.approvedBy } };
      },
      approval.use,
    );
  }

  /** @returns the floor as it is @throws ReleaseRefusal unless the floor is above the release */
  async checkLowerFloor(feature: Releasable, release: string): Promise<string> {
    return this.#checkLower(feature, release, (await this.#events.states()).get(feature) ?? emptyState);
  }

  #checkLower(feature: Releasable, release: string, state: FeatureState): string {
    if (!state.published.includes(release)) throw this.#unknown(feature, release);
    return floorAbove(feature, release, state);
  }

  /**
   * Makes built releases live that never were: a roll-back survives a restart. They are judged alongside each other, so
   * that a shell and features of a new contract can come together.
   * @returns what went live
   * @throws ReleaseRefusal if one of them does not fit the others; then none goes live
   */
  async activateNew(built: readonly ReleaseManifest[], by: ActorWithReason): Promise<readonly string[]> {
    for (const { feature, release } of built) await this.#bring(feature, () => release);
    const events = await this.#events.addTogether((all) => {
      const fresh = built.filter(({ feature, release }) => !all.get(feature)?.tried.has(release));
      const planned = new Map(all);
      for (const { feature, release } of fresh)
        planned.set(feature, {
          ...(all.get(feature) ?? emptyState),
          stable: { release, since: new Date() },
          candidate: undefined,
        });
      for (const { feature, release } of fresh) this.#check(feature, release, all.get(feature) ?? emptyState, planned);
      return fresh.map(({ feature, release }) => ({ feature, action: 'activate', release, ...by }));
    });
    return events.map(({ feature }) => feature);
  }

  async #bring(feature: Releasable, targetOf: (state: FeatureState) => string | undefined): Promise<void> {
    if (!this.#arrivals) return;
    const all = await this.#events.states();
    await bringJudged(this.#arrivals, all, feature, targetOf(all.get(feature) ?? emptyState));
  }

  /**
   * Has here what is gone back to. It is judged alongside what is here already: nothing that mends waits for a bucket.
   * @throws ExplainedError if it is not here, and does not come soon
   */
  async #bringBack(feature: Releasable, targetOf: (state: FeatureState) => string | undefined): Promise<void> {
    const target = targetOf((await this.#events.states()).get(feature) ?? emptyState);
    if (target === undefined || (await this.#arrivals?.soon(feature, target)) !== 'later') return;
    throw new ExplainedError(
      `${feature} ${target} is not here, and the bucket does not answer: name a release that is here, or switch ${feature} off.`,
    );
  }

  /** @throws ReleaseRefusal that names everything that does not fit */
  #check(feature: Releasable, release: string, state: FeatureState, all: States): void {
    if (!this.store.has(feature, release)) throw this.#unknown(feature, release);
    if (isBelowFloor(state, release)) throw belowFloor(feature, release, state);
    this.#refuseMisfit(feature, release, all);
  }

  #refuseMisfit(feature: Releasable, release: string, all: States): void {
    const misfits = this.#misfits(feature, release, all);
    if (misfits.length > 0)
      throw new ReleaseRefusal('release.does_not_fit', {
        ...{ feature, release },
        misfits: misfits.map((misfit) => `  - ${misfit}`).join('\n'),
      });
  }

  #misfits(feature: Releasable, release: string, all: States): readonly string[] {
    return this.#faultsOf(this.store.manifest(feature, release), this.#alongside(feature, all));
  }

  #alongside(feature: Releasable, all: States): Alongside {
    const live = (name: Releasable): ReleaseManifest[] => {
      const { stable, candidate, off } = all.get(name) ?? {};
      if (off) return [];
      return [stable?.release, candidate?.release].flatMap((each) =>
        each !== undefined && this.store.has(name, each) ? [this.store.manifest(name, each)] : [],
      );
    };
    return {
      shells: feature === 'shell' ? [] : live('shell'),
      features: releasables.filter((name) => name !== feature && name !== 'shell').flatMap(live),
    };
  }

  #unknown(feature: Releasable, release: string): ReleaseRefusal {
    const known = this.store.list(feature).join(', ') || '–';
    return new ReleaseRefusal('release.unknown', { feature, release, known });
  }
}

const belowFloor = (feature: Releasable, release: string, { floor = '–' }: FeatureState): ReleaseRefusal =>
  new ReleaseRefusal('release.below_floor', { feature, release, floor });

function floorAbove(feature: Releasable, release: string, state: FeatureState): string {
  if (state.floor === undefined || !isBelowFloor(state, release))
    throw new ReleaseRefusal('release.not_below_floor', { feature, release });
  return state.floor;
}

function refuseOtherFloor(feature: Releasable, { floor = '–' }: FeatureState, asked: string | undefined): void {
  if (floor !== asked) throw new ReleaseRefusal('release.floor_changed', { feature, floor });
}

/** Whoever goes on with a roll-out, or begins one, has to have seen what is rolled out. */
function refuseUnseen(
  feature: Releasable,
  release: string,
  share: number,
  state: FeatureState,
  { from, instead }: RollOutOptions,
  begun: string | undefined,
): void {
  const { candidate } = state;
  const now = candidate?.release === release ? candidate.share : 0;
  // It went back meanwhile, by itself or by somebody else: whoever goes on with it has not seen that.
  if (from !== undefined && from !== now)
    throw new ReleaseRefusal('release.share_changed', { feature, release, percent: now / 100 });
  // To take it back has one sense alone, of the one that is rolled out.
  refuseOther(feature, release, state, share === 0 ? undefined : instead, begun);
}

/** Whoever names members has to have seen who is named by now. */
function refuseOtherMembers(
  feature: Releasable,
  release: string,
  members: readonly string[],
  state: FeatureState,
  { from, instead }: MemberOptions,
  begun: string | undefined,
): void {
  const candidate = state.candidate?.release === release ? state.candidate : undefined;
  const now = new Set(candidate?.members);
  if (from && (from.length !== now.size || from.some((each) => !now.has(each))))
    throw new ReleaseRefusal('release.members_changed', { feature, release });
  if (members.length === 0 && !candidate) throw new ReleaseRefusal('release.none_named', { feature, release });
  refuseOther(feature, release, state, instead, begun);
}

/** A roll-out is not ended by the way, by another release. */
function refuseOther(
  feature: Releasable,
  release: string,
  { candidate }: FeatureState,
  instead: string | undefined,
  begun: string | undefined,
): void {
  if (!candidate || candidate.release === release || candidate.release === instead) return;
  throw new ReleaseRefusal('release.rolled_out', {
    ...{ feature, release: candidate.release, percent: candidate.share / 100 },
    ...{ since: candidate.since.toISOString(), by: begun ?? '–' },
  });
}
