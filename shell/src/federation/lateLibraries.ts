import type { LateLibrary } from '@trellis/feature-build/shared';
import { lazyPart, type Part } from '@trellis/shell-sdk';
import { moduleOf } from '@trellis/shell-sdk/host';

declare global {
  /** The chunks of features ask for it: they are other programs than this one, and cannot import it. */
  var trellisLibrary: ((name: string) => Promise<unknown>) | undefined;
}

const loaders: Readonly<Record<LateLibrary, () => Promise<Part<object>>>> = {
  '@trellis/kit/form': lazyPart('shell', () => import(/* webpackChunkName: "form" */ '@trellis/kit/form')),
  '@trellis/shell-sdk/flow': lazyPart('shell', () => import(/* webpackChunkName: "flow" */ '@trellis/shell-sdk/flow')),
};
const loaded = new Map<string, object>();

/**
 * Loads a library for a chunk that is about to run. Rejects with a `FeatureLoadFault`; nothing of a failure is
 * kept, so that the screen's own retry asks again.
 */
export async function loadLibrary(name: string): Promise<void> {
  if (loaded.has(name) || !isLate(name)) return;
  loaded.set(name, moduleOf(await loaders[name]()));
}

/** What a feature gets; its chunks have waited for it. */
export function lateLibrary(name: LateLibrary): object {
  const library = loaded.get(name);
  if (library === undefined) throw new Error(`${name} was used before it was loaded`);
  return library;
}

const isLate = (name: string): name is LateLibrary => Object.hasOwn(loaders, name);

globalThis.trellisLibrary = loadLibrary;
