import type { FeatureReleases } from './ReleaseFacts.tsx';

/** Where a feature can be rolled back to: one step back comes first, then whatever else is kept and may go live, the latest first. */
export function waysBack({
  back,
  stable,
  candidate,
  floor,
  stored,
}: Pick<FeatureReleases, 'back' | 'stable' | 'candidate' | 'floor' | 'stored'>): readonly string[] {
  const mayGoLive = stored.slice(floor === null ? 0 : Math.max(0, stored.indexOf(floor)));
  const live = candidate === null ? stable : candidate.release;
  const others = mayGoLive.filter((release) => release !== live && release !== back).toReversed();
  return back === null ? others : [back, ...others];
}
