import type { AudienceName } from './audiences/endpoint.ts';

/**
 * The one list of features: policies, registry, navigation, test roots and development servers follow from it. A new
 * feature is one entry here and one folder `mf-<name>`.
 */
export interface Feature {
  readonly name: string;
  /** Whose host it is served on. */
  readonly audience: AudienceName;
  /** First segments of the addresses that it owns there; `''` is the start page. */
  readonly segments: readonly string[];
  /** Those of them that open without a session. */
  readonly open?: readonly string[];
  /** Where its place in the navigation leads; a feature without one is reached by links. */
  readonly place?: string;
}

export const features = [
  { name: 'wallet', audience: 'member', segments: ['', 'wallet'], place: '/wallet' },
  { name: 'team', audience: 'member', segments: ['team'], place: '/team' },
  { name: 'plan', audience: 'member', segments: ['plan', 'certificate'], open: ['certificate'], place: '/plan' },
  {
    name: 'account',
    audience: 'member',
    segments: ['account', 'notify', 'consulation', 'terms', 'termservice'],
    open: ['terms', 'termservice'],
    place: '/account',
  },
  {
    name: 'operator',
    audience: 'operator',
    segments: [
      '',
      'login',
      'enrol',
      'withdrawals',
      'deposits',
      'members',
      'inquiries',
      'solvency',
      'adjustments',
      'rates',
      'rules',
      'approvals',
      'releases',
      'incident',
      'notices',
      'operators',
      'audit',
    ],
    open: ['login', 'enrol'],
  },
] as const satisfies readonly Feature[];

export type FeatureName = (typeof features)[number]['name'];
export const featureNames: readonly FeatureName[] = features.map(({ name }) => name);

/** Names of the features of one audience. */
export type FeatureNameOf<A extends AudienceName> = Extract<(typeof features)[number], { audience: A }>['name'];

type FeatureOf<A extends AudienceName> = Feature & { readonly name: FeatureNameOf<A> };
const all: readonly Feature[] = features;

/** The features of one audience. */
export const featuresOf = <A extends AudienceName>(audience: A): readonly FeatureOf<A>[] =>
  all.filter((feature): feature is FeatureOf<A> => feature.audience === audience);

/** Whose host a release is for. The shell is everybody's; its own screens are the members'. */
export const audienceOf = (owner: FeatureName | 'shell'): AudienceName =>
  features.find(({ name }) => name === owner)?.audience ?? 'member';

/** Which feature owns a path on its audience's host, by its first segment. `undefined`: the shell. */
export function featureOfPath(pathname: string, audience: AudienceName): FeatureName | undefined {
  const segment = pathname.split('/')[1] ?? '';
  return featuresOf(audience).find(({ segments }) => segments.includes(segment))?.name;
}
