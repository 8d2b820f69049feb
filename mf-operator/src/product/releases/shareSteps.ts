import type { FeatureReleases } from '../../api.ts';

/** Where a roll-out halts, in hundredths of a percent. */
export const shareStops = [0, 500, 2_500, 5_000, 10_000] as const;

/** What a release that is rolled out would be given next: a step up, or what comes first. */
export const nextStop = (now: number): number => shareStops.find((stop) => stop > now) ?? 10_000;

/** Whether a share leaves out a stop on the way up: then nobody has seen it go well at the one before. */
export const leavesOut = (now: number, next: number): boolean => next > nextStop(now);

/** How many of so many people get a share. */
export const peopleOf = (share: number, people: number): number => Math.round((people * share) / 10_000);

/** What may be rolled out: a candidate goes on alone; else what is kept, not live and not below the floor, the latest first. */
export function rollable({ stored, stable, candidate, floor }: FeatureReleases): readonly string[] {
  if (candidate) return [candidate.release];
  return stored
    .slice(floor === null ? 0 : Math.max(0, stored.indexOf(floor)))
    .filter((release) => release !== stable)
    .reverse();
}

/** Whether members can be named: of what operators have nobody is a member, and others have to keep what is live. */
export const mayName = (releases: FeatureReleases): boolean =>
  releases.feature !== 'operator' && releases.stable !== null && rollable(releases).length > 0;

/** Usernames as they are typed, with spaces or commas between them. */
export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,、，]+/).filter((name) => name !== ''))];

/** What the floor may be raised to: above the present one, and nothing newer than what is live; the latest first. */
export function floorsOf({ stored, stable, candidate, floor }: FeatureReleases): readonly string[] {
  const live = [stable, candidate?.release ?? null].filter((release) => release !== null);
  if (live.length === 0) return [];
  const most = Math.min(...live.map((release) => stored.indexOf(release)));
  const least = floor === null ? 0 : stored.indexOf(floor) + 1;
  return stored.slice(least, most + 1).reverse();
}

/** What is kept and may go live only with a second person's approval, the latest first. */
export const belowFloor = ({ stored, floor }: FeatureReleases): readonly string[] =>
  floor === null ? [] : stored.slice(0, Math.max(0, stored.indexOf(floor))).reverse();
