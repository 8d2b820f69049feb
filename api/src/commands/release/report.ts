import type { Releasable } from '../../delivery/releases/files/store.ts';
import type { RecordedEvent } from '../../delivery/releases/live/events.ts';
import type { LoadCounts } from '../../delivery/releases/live/health.ts';
import type { FeatureState } from '../../delivery/releases/live/state.ts';

/**
 * One line for each stored release of a feature, with what it is to the members now.
 * @param loads how those that members get have loaded since they do, by release
 */
export function listLines(
  feature: Releasable,
  state: FeatureState,
  stored: readonly string[],
  loads: ReadonlyMap<string, LoadCounts>,
): string[] {
  const known = state.published.filter((release) => stored.includes(release));
  const inOrder = [...known, ...stored.filter((release) => !known.includes(release))];
  return inOrder.map((release) => [feature, release, ...marks(state, release), ...rate(loads.get(release))].join('  '));
}

function marks({ stable, candidate, pinned, floor, off }: FeatureState, release: string): string[] {
  return [
    ...(stable?.release === release ? [off ? 'live, but switched off' : 'live'] : []),
    ...(candidate?.release === release ? [`rolled out to ${percent(candidate.share)}`] : []),
    ...(pinned === release ? ['pinned'] : []),
    ...(floor === release ? ['floor'] : []),
  ];
}

const rate = (counts: LoadCounts | undefined): string[] =>
  counts ? [`loaded by ${counts.members}, failed for ${counts.failed}`] : [];

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
