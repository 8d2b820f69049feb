import type { FeatureName, Registry, ReleaseManifest } from '@trellis/api-contract';
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
  beside: { readonly shells: readonly ReleaseManifest[]; readonly features: readonly ReleaseManifest[] },
): SmokePage | undefined {
  const shell = candidate.feature === 'shell' ? candidate : beside.shells[0];
  const shown = candidate.feature === 'shell' ? beside.features[0] : candidate;
  const path = shown?.routes.find((route) => !route.path.includes(':'))?.path;
  if (!shell || !shown || path === undefined) return undefined;
  return { candidate, shell, features: [shown], path };
}

/** The document that a member would get, if these releases were live. */
export function writeSmokePage({ shell, features, path }: SmokePage): HtmlDocument {
  const live = {
    shell,
    features: new Map(features.flatMap((each) => (isFeature(each) ? [[each.feature, each]] : []))),
  };
  const screen = firstScreen(path, 'en', live);
  const registry: Registry = {
    timeoutMs: fileTimeoutMs,
    features: Object.fromEntries([...live.features].map(([name, manifest]) => [name, registryEntry(manifest, 'en')])),
  };
  const session = { username: 'smoke', language: 'en', suspended: false } as const;
  return writeDocument({
    live,
    screen,
    registry,
    language: 'en',
    boot: { productName: 'Trellis', development: false, loaded: { route: null, session, answers: [] } },
    appearance: { textScale: undefined, theme: undefined },
  });
}

type FeatureManifest = ReleaseManifest & { readonly feature: FeatureName };
const isFeature = (manifest: ReleaseManifest): manifest is FeatureManifest => manifest.feature !== 'shell';
