import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Leaves one release in a workspace's `dist`: those that are in use live in the release store, not here. Whatever is
 * no release stays, and so does everything where the output is not in a `dist`: a build may be pointed anywhere, and
 * what lies alongside it there is not this build's to remove.
 */
export function removeOlderReleases(output: string): void {
  const dist = path.dirname(output);
  if (path.basename(dist) !== 'dist') return;
  for (const name of readdirSync(dist)) {
    const release = path.join(dist, name);
    if (release !== output && existsSync(path.join(release, 'release.json'))) rmSync(release, { recursive: true });
  }
}
