/** What can be done with a feature's releases. */
export type ReleaseAction =
  | 'publish'
  | 'activate'
  | 'rollout'
  | 'rollback'
  | 'pin'
  | 'unpin'
  | 'off'
  | 'on'
  /** No release older than this one may be made live. */
  | 'floor';

export interface ReleaseEvent {
  readonly id: string;
  readonly action: ReleaseAction;
  readonly release: string | null;
  /** Hundredths of a percent; of `rollout` alone. */
  readonly share: number | null;
  /** Ids of all who get it whatever the share; of `rollout` alone. Without it they stay who they were. */
  readonly members?: readonly string[];
  /** Of `activate` and `rollout`. */
  readonly securityFix?: boolean;
  readonly recordedAt: Date;
}

/** A release that some members get and the others not yet. */
export interface Candidate {
  readonly release: string;
  /** Hundredths of a percent of all members. */
  readonly share: number;
  /** Ids of those who get it whatever the share. */
  readonly members: readonly string[];
  readonly since: Date;
}

interface Stable {
  readonly release: string;
  readonly since: Date;
}

/** What the events of one feature come to. */
export interface FeatureState {
  /** In the order in which they came; floors go by it. */
  readonly published: readonly string[];
  /** What everybody gets who does not get the candidate. */
  readonly stable: Stable | undefined;
  /** Each that there was, in order; the last is `stable`. */
  readonly stables: readonly Stable[];
  readonly candidate: Candidate | undefined;
  /** What was live for everybody and may be gone back to, in order; the last is `stable`. */
  readonly lived: readonly string[];
  /** Whatever was live for anybody, also what was rolled back. */
  readonly tried: ReadonlySet<string>;
  /** No automatic step goes back past it. */
  readonly pinned: string | undefined;
  readonly off: boolean;
  /** The id of the event that switched it off. */
  readonly offBy: string | undefined;
  readonly floor: string | undefined;
  /** Releases that close a hole: no automatic step takes them away. */
  readonly securityFixes: ReadonlySet<string>;
  /** The last event that took something away from members; empty: none did. */
  readonly takenBack: string;
  /** The id of the last event; empty: there was none. */
  readonly last: string;
}

export const emptyState: FeatureState = {
  published: [],
  stable: undefined,
  stables: [],
  candidate: undefined,
  lived: [],
  tried: new Set(),
  pinned: undefined,
  off: false,
  offBy: undefined,
  floor: undefined,
  securityFixes: new Set(),
  takenBack: '',
  last: '',
};

/** The state after one more event. */
export function after(state: FeatureState, event: ReleaseEvent): FeatureState {
  const { securityFixes } = state;
  const next = {
    ...afterAction(state, event),
    takenBack: isStepBack(event) ? event.id : state.takenBack,
    last: event.id,
  };
  // To take it back takes no code, and says nothing of it.
  if (event.release === null || !event.securityFix || event.share === 0) return next;
  return { ...next, securityFixes: new Set([...securityFixes, event.release]) };
}

const isStepBack = ({ action, share, members = [] }: ReleaseEvent): boolean =>
  action === 'rollback' || action === 'off' || (action === 'rollout' && share === 0 && members.length === 0);

function afterAction(state: FeatureState, event: ReleaseEvent): FeatureState {
  const { id, action, release, share, recordedAt } = event;
  const known = release === null || state.published.includes(release) ? state.published : [...state.published, release];
  switch (action) {
    case 'publish':
      return { ...state, published: known };
    case 'activate':
    case 'rollback': {
      if (release === null) return state;
      const stable = state.stable?.release === release ? state.stable : { release, since: recordedAt };
      return {
        ...state,
        published: known,
        candidate: undefined,
        stable,
        stables: stable === state.stable ? state.stables : [...state.stables, stable],
        lived: action === 'rollback' ? backTo(release, state.lived) : [...without(release, state.lived), release],
        tried: new Set([...state.tried, release]),
      };
    }
    case 'rollout': {
      if (release === null || share === null) return state;
      const before = state.candidate?.release === release ? state.candidate : undefined;
      const { since } = before ?? { since: recordedAt };
      // A share of nothing takes it from those who are named, too.
      const members = event.members ?? (share === 0 ? [] : (before?.members ?? []));
      // What is given to nobody was tried by nobody.
      if (share === 0 && members.length === 0) return { ...state, published: known, candidate: undefined };
      return {
        ...state,
        published: known,
        candidate: { release, share, members, since },
        tried: new Set([...state.tried, release]),
      };
    }
    case 'pin':
      return { ...state, pinned: release ?? undefined };
    case 'unpin':
      return { ...state, pinned: undefined };
    case 'off':
      return { ...state, off: true, offBy: id };
    case 'on':
      return { ...state, off: false, offBy: undefined };
    case 'floor':
      return { ...state, floor: release ?? undefined };
  }
}

/**
 * What was gone back from is not gone back to: a second roll-back leads further back, not forward again. Where it leads to
 * something that only some had, what lived before stays: there is always a way back from it.
 */
function backTo(release: string, lived: readonly string[]): readonly string[] {
  const place = lived.lastIndexOf(release);
  return place === -1 ? [...lived, release] : lived.slice(0, place + 1);
}

const without = (release: string, lived: readonly string[]): readonly string[] =>
  lived.filter((each) => each !== release);

/** The state as it is shown and audited: names, shares and ids of members alone, `null` where there is nothing. */
export interface StateFacts {
  readonly stable: string | null;
  readonly candidate: { readonly release: string; readonly share: number; readonly members?: readonly string[] } | null;
  readonly pinned: string | null;
  readonly floor: string | null;
  readonly off: boolean;
}

export const factsOf = ({ stable, candidate, pinned, floor, off }: FeatureState): StateFacts => ({
  stable: stable?.release ?? null,
  candidate: candidate
    ? {
        ...{ release: candidate.release, share: candidate.share },
        ...(candidate.members.length > 0 && { members: candidate.members }),
      }
    : null,
  pinned: pinned ?? null,
  floor: floor ?? null,
  off,
});

/** Whether a release is older than the feature's floor. One that is not on record yet comes after all that are. */
export function isBelowFloor({ floor, published }: FeatureState, release: string): boolean {
  return floor !== undefined && published.includes(release) && published.indexOf(release) < published.indexOf(floor);
}

/** Since when whatever anybody gets is as it is asked for; `undefined`: something is not. */
export function sinceAll({ stables, candidate }: FeatureState, holds: (release: string) => boolean): Date | undefined {
  if (candidate && !holds(candidate.release)) return undefined;
  const last = stables.findLastIndex(({ release }) => !holds(release));
  return stables[last + 1]?.since;
}

/** The release that was live for everybody before the present one; `undefined` if there was none. */
export function previousStable({ lived }: FeatureState): string | undefined {
  return lived.at(-2);
}

/** Where one step back leads: from a roll-out to what is live, else to what was live before. `undefined`: nowhere. */
export const stepBack = (state: FeatureState): string | undefined =>
  state.candidate ? state.stable?.release : previousStable(state);

/** Whether a way back brings what was not live for everybody before, or was gone back from, or a hole that was closed since. */
export function goesOn({ stable, lived, securityFixes }: FeatureState, target: string): boolean {
  if (target === stable?.release) return false;
  const place = lived.lastIndexOf(target);
  return place === -1 || lived.slice(place + 1).some((release) => securityFixes.has(release));
}

/**
 * Where an automatic roll-back of `failing` leads: away from a candidate to what is stable, from a stable release to
 * the one before, but never past a pinned one or a security fix. `undefined`: nowhere.
 */
export function automaticTarget(state: FeatureState, failing: string): string | undefined {
  const { stable, candidate, pinned, securityFixes } = state;
  if (securityFixes.has(failing)) return undefined;
  if (candidate?.release === failing) return stable?.release;
  if (stable?.release !== failing || pinned === failing) return undefined;
  const target = previousStable(state);
  if (target === undefined || isBelowFloor(state, target)) return undefined;
  const place = (release: string): number => state.published.indexOf(release);
  if ([...securityFixes].some((fix) => place(target) < place(fix) && place(fix) < place(failing))) return undefined;
  if (pinned !== undefined && state.lived.indexOf(target) < state.lived.indexOf(pinned)) return undefined;
  return target;
}
