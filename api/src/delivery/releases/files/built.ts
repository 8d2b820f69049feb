import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Releasable, releasables } from './store.ts';

/** The workspace a feature is built in. */
export const workspaceOf = (feature: Releasable): string => (feature === 'shell' ? 'shell' : `mf-${feature}`);

/** Folders of every release that stands built in the project. The shell comes first: features must fit it. */
export function builtReleases(projectRoot: string): string[] {
  return releasables.flatMap((feature) => {
    const dist = join(projectRoot, workspaceOf(feature), 'dist');
    if (!existsSync(dist)) return [];
    return readdirSync(dist)
      .map((release) => join(dist, release))
      .filter((folder) => existsSync(join(folder, 'release.json')));
  });
}
