import type { RecordedEvent, States } from './events.ts';
import { emptyState, type FeatureState } from './state.ts';
import type { Releasable } from './store.ts';

/** One line for each stored release of a feature, with what it is to the members now. */
export function listLines(states: States, feature: Releasable, stored: readonly string[]): string[] {
  const state = states.get(feature) ?? emptyState;
  const known = state.published.filter((release) => stored.includes(release));
  const inOrder = [...known, ...stored.filter((release) => !known.includes(release))];
  return inOrder.map((release) => [feature, release, ...marks(state, release)].join('  '));
}

function marks({ stable, candidate, pinned, floor, off }: FeatureState, release: string): string[] {
  return [
    ...(stable?.release === release ? [off ? 'live, but switched off' : 'live'] : []),
    ...(candidate?.release === release ? [`rolled out to ${percent(candidate.share)}`] : []),
    ...(pinned === release ? ['pinned'] : []),
    ...(floor === release ? ['floor'] : []),
  ];
}

/** Latest first: when, what, who and why, and what an automatic step went by. */
export function historyLines(events: readonly RecordedEvent[]): string[] {
  return events.flatMap(({ recordedAt, action, release, share, actor, reason, evidence }) => [
    [
      recordedAt.toISOString(),
      action,
      ...(release === null ? [] : [release]),
      ...(share === null ? [] : [percent(share)]),
      actor,
      reason,
    ].join('  '),
    ...(evidence === null ? [] : [`    ${JSON.stringify(evidence)}`]),
  ]);
}

const percent = (share: number): string => `${share / 100} %`;
