import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builtReleases, workspaceOf } from '../../delivery/releases/files/built.ts';
import type { Releasable } from '../../delivery/releases/files/store.ts';
import { ExplainedError } from '../../ground/explainedError.ts';

/**
 * Builds a feature's workspace as its team does.
 * @returns the folder of the one release that it holds then
 * @throws ExplainedError with the end of what the build said, if it fails
 */
export function buildRelease(feature: Releasable, projectRoot: string): string {
  const workspace = workspaceOf(feature);
  const built = spawnSync('npm', ['run', 'build', '--silent', '-w', workspace], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) {
    const said = `${built.stdout ?? ''}${built.stderr ?? ''}${built.error?.message ?? ''}`.trim();
    throw new ExplainedError(`${workspace} could not be built:\n${said.split('\n').slice(-25).join('\n')}`);
  }
  const dist = join(projectRoot, workspace, 'dist');
  const folder = builtReleases(projectRoot).find((path) => path.startsWith(dist));
  if (!folder) throw new ExplainedError(`The build of ${workspace} made no release.`);
  return folder;
}
