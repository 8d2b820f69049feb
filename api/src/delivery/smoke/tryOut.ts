import { ReleaseRefusal } from '../releases/files/releaseRefusal.ts';
import type { Releasable } from '../releases/files/store.ts';
import type { Releases } from '../releases/live/releases.ts';
import { installedBrowser, smokeLoad } from './smoke.ts';
import { smokePageOf } from './smokePage.ts';

/**
 * Loads a release that is not live yet in a real browser, where one is installed.
 * @throws ReleaseRefusal with what it said, if it fails
 */
export async function tryOutInBrowser(releases: Releases, feature: Releasable, release: string): Promise<void> {
  const { store } = releases;
  const browser = installedBrowser(process.env);
  if (browser === undefined) return;
  const alongside = await releases.alongside(feature, release);
  // That it is not there is said by whoever was to make it live.
  if (!store.has(feature, release)) return;
  const page = smokePageOf(store.manifest(feature, release), alongside);
  const fault = page && (await smokeLoad(store, page, browser));
  if (fault !== undefined) throw new ReleaseRefusal('release.does_not_load', { feature, release, fault });
}
