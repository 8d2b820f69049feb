import type { FallbackWords, FeatureRelease, Language } from '@trellis/api-contract';

type Features = Readonly<Record<string, Pick<FeatureRelease, 'fallback'> | undefined>>;

const releases = new Map<string, string>();
let carried: { readonly language: Language; readonly features: Features } | undefined;

/** Tells which release of a feature (or of the shell) is on this page, for failure reports. */
export function noteRelease(owner: string, release: string): void {
  releases.set(owner, release);
}

export const releaseOf = (owner: string): string => releases.get(owner) ?? '';

/** Keeps what the features' own cards say; the document has them in its language only. */
export function noteFallbacks(language: Language, features: Features): void {
  carried = { language, features };
}

/** A feature's own words for when it does not show; `undefined` when it has none in this language. */
export const fallbackOf = (owner: string, language: Language): FallbackWords | undefined =>
  carried?.language === language ? carried.features[owner]?.fallback : undefined;
