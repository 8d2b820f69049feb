import type { FeatureReleases } from '../../api.ts';

/**
 * Where a feature can be rolled back to: one step back comes first, then whatever else was live and may be again, the latest
 * first.
 */
export function waysBack({
  back,
  stable,
  candidate,
  floor,
  stored,
  tried,
}: Pick<FeatureReleases, 'back' | 'stable' | 'candidate' | 'floor' | 'stored' | 'tried'>): readonly string[] {
  const mayGoLive = stored.slice(floor === null ? 0 : Math.max(0, stored.indexOf(floor)));
  const live = candidate === null ? stable : candidate.release;
  const others = mayGoLive
    .filter((release) => tried.includes(release) && release !== live && release !== back)
    .reverse();
  return back === null ? others : [back, ...others];
}
