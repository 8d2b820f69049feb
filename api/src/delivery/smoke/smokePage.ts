import {
  type AudienceName,
  audienceOf,
  type Boot,
  type FeatureName,
  type Registry,
  type ReleaseManifest,
  type UserOf,
} from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import { type HtmlDocument, writeDocument } from '../web/document.ts';
import { firstScreen } from '../web/firstScreen.ts';
import { registryEntry } from '../web/registry.ts';

/** A page to try a release on. */
export interface SmokePage {
  readonly candidate: ReleaseManifest;
  readonly shell: ReleaseManifest;
  readonly features: readonly ReleaseManifest[];
  readonly path: string;
}

const fileTimeoutMs = 20_000;

/**
 * The page that shows a release best: a feature's own first screen in the live shell, or the first screen of a live
 * feature in a new shell.
 * @returns `undefined` while there is no shell, or nothing to show in one
 */
export function smokePageOf(
  candidate: ReleaseManifest,
  alongside: { readonly shells: readonly ReleaseManifest[]; readonly features: readonly ReleaseManifest[] },
): SmokePage | undefined {
  const shell = candidate.feature === 'shell' ? candidate : alongside.shells[0];
  const members = alongside.features.filter(({ feature }) => audienceOf(feature) === 'member');
  const shown = candidate.feature === 'shell' ? members[0] : candidate;
  const path = shown?.routes.find((route) => !route.path.includes(':'))?.path;
  if (!shell || !shown || path === undefined) return undefined;
  return { candidate, shell, features: [shown], path };
}

/** The document that a member would get, or an operator with a feature of theirs, if these releases were live. */
export function writeSmokePage({ shell, features, path }: SmokePage): HtmlDocument {
  const live = {
    shell,
    features: new Map(features.flatMap((each) => (isFeature(each) ? [[each.feature, each]] : []))),
  };
  const audience = audienceOf(features[0]?.feature ?? 'shell');
  const screen = firstScreen(audience, path, 'en', live);
  const registry: Registry = {
    timeoutMs: fileTimeoutMs,
    features: Object.fromEntries([...live.features].map(([name, manifest]) => [name, registryEntry(manifest, 'en')])),
  };
  const users = {
    member: { username: 'smoke', language: 'en', suspended: false },
    operator: { name: 'smoke', roles: [] },
  } as const satisfies { readonly [A in AudienceName]: UserOf<A> };
  const loaded: Boot['loaded'] = { now: new Date().toISOString(), route: null, session: users[audience], answers: [] };
  return writeDocument({
    live,
    screen,
    registry,
    language: 'en',
    boot: { audience, api: contracts[audience].base, productName: 'Trellis', development: false, loads: [], loaded },
    appearance: { textScale: undefined, theme: undefined },
    origin: 'http://smoke.invalid',
  });
}

type FeatureManifest = ReleaseManifest & { readonly feature: FeatureName };
const isFeature = (manifest: ReleaseManifest): manifest is FeatureManifest => manifest.feature !== 'shell';
