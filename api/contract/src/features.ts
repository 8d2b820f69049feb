/**
 * The one list of features: policies, registry, navigation, test roots and development servers follow from it. A new
 * feature is one entry here and one folder `mf-<name>`.
 */
export interface Feature {
  readonly name: string;
  /** Whose host it is served on. */
  readonly audience: 'member';
  /** First segments of the addresses that it owns; `''` is the start page. */
  readonly segments: readonly string[];
}

export const features = [
  { name: 'wallet', audience: 'member', segments: ['', 'wallet'] },
  { name: 'team', audience: 'member', segments: ['team'] },
  { name: 'plan', audience: 'member', segments: ['plan'] },
  { name: 'account', audience: 'member', segments: ['account', 'notify', 'consulation', 'terms', 'termservice'] },
] as const satisfies readonly Feature[];

export type FeatureName = (typeof features)[number]['name'];
export const featureNames: readonly FeatureName[] = features.map(({ name }) => name);

/** Which feature owns a path, by its first segment. `undefined`: the shell. */
export function featureOfPath(pathname: string): FeatureName | undefined {
  const segment = pathname.split('/')[1] ?? '';
  return features.find(({ segments }) => (segments as readonly string[]).includes(segment))?.name;
}
