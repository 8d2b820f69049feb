import { type AudienceName, featureOfPath, type Language, type ReleaseManifest } from '@trellis/api-contract';
import { assetBase, type LiveReleases } from './registry.ts';

/** The shell's own, outside its screens. */
const errorPages: readonly string[] = ['/error', '/500'];

/** A file the browser should fetch without being asked for it by a script. */
export interface Preload {
  readonly href: string;
  readonly as: 'script' | 'style';
  readonly integrity: string;
}

export interface FirstScreen {
  /** `<feature>/<screen>`, if the path is a screen of a live release. */
  readonly routeId: string | undefined;
  readonly preloads: readonly Preload[];
  /** There is no such page, as far as the live releases say. */
  readonly isUnknown: boolean;
}

/**
 * Which screen an address shows first, and every file it needs: the entry, the exposed module, the screen's scripts
 * and styles, and the language file. Without these preloads federation costs a round trip.
 */
export function firstScreen(audience: AudienceName, path: string, language: Language, live: LiveReleases): FirstScreen {
  // The router ignores case.
  const feature = featureOfPath(path.toLowerCase(), audience);
  // The shell's own screens are the members'.
  const shellsOwn = audience === 'member' ? live.shell : undefined;
  const owner = feature === undefined ? shellsOwn : live.features.get(feature);
  const shown = owner?.routes.find((route) => matches(route.path, path));
  const screen = shown?.screen;
  const isShown = shown !== undefined || errorPages.includes(path.toLowerCase());
  const preloads = new Map<string, Preload>();
  const ofShell = [
    `texts-${language}`,
    // What brings features in; the shell's own screens do without.
    ...(feature === undefined ? [] : ['federation']),
    ...(shown?.flow ? ['flow'] : []),
  ];
  if (live.shell) addChunks(preloads, live.shell, ofShell);
  if (owner) {
    if (feature !== undefined) addFiles(preloads, owner, [owner.entry]);
    const chunks = screen === undefined ? [] : [screen];
    addChunks(preloads, owner, feature === undefined ? chunks : ['feature', `texts-${language}`, ...chunks]);
  }
  return {
    routeId: screen === undefined || !owner ? undefined : `${owner.feature}/${screen}`,
    preloads: [...preloads.values()],
    // Whose releases are not there says nothing of its pages.
    isUnknown: !isShown && (owner !== undefined || (feature === undefined && live.shell !== undefined)),
  };
}

function addChunks(preloads: Map<string, Preload>, manifest: ReleaseManifest, chunks: readonly string[]): void {
  for (const chunk of chunks) addFiles(preloads, manifest, manifest.chunks[chunk] ?? []);
}

function addFiles(preloads: Map<string, Preload>, manifest: ReleaseManifest, files: readonly string[]): void {
  for (const file of files) {
    const integrity = manifest.files[file]?.integrity;
    const href = assetBase(manifest) + file;
    if (integrity !== undefined)
      preloads.set(href, { href, integrity, as: file.endsWith('.css') ? 'style' : 'script' });
  }
}

/** Whether an address fits a route's path: `:name` stands for one segment. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part.toLowerCase() === given[index]?.toLowerCase())
  );
}
