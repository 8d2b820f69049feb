import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtReleases, workspaceOf } from '../../delivery/releases/files/built.ts';
import type { Releasable } from '../../delivery/releases/files/store.ts';
import { ExplainedError } from '../../ground/explainedError.ts';

/**
 * Builds workspaces as their teams do; where there is nothing to build them from, as in a production folder, they are
 * built already.
 * @param features one, or all
 * @returns for each the folder of the one release that it holds then, in the same order
 * @throws ExplainedError with the end of what the build said, if it fails
 */
export function buildReleases(features: readonly Releasable[], projectRoot: string): string[] {
  const [first, ...others] = features;
  const isSource = first !== undefined && existsSync(join(projectRoot, workspaceOf(first), 'package.json'));
  if (isSource) build(others.length > 0 ? [] : ['-w', workspaceOf(first)], projectRoot);
  return features.map((feature) => {
    const dist = join(projectRoot, workspaceOf(feature), 'dist');
    const folder = builtReleases(projectRoot).find((path) => path.startsWith(`${dist}/`));
    if (!folder) throw new ExplainedError(`There is no built release in ${dist}: run npm run build first.`);
    return folder;
  });
}

/** @param where no workspace: all, where what has not changed comes from the build cache */
function build(where: readonly string[], projectRoot: string): void {
  const built = spawnSync('npm', ['run', 'build', '--silent', ...where], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  });
  if (built.status === 0) return;
  const said = `${built.stdout ?? ''}${built.stderr ?? ''}${built.error?.message ?? ''}`.trim();
  throw new ExplainedError(
    `${where[1] ?? 'The project'} could not be built:\n${said.split('\n').slice(-25).join('\n')}`,
  );
}
