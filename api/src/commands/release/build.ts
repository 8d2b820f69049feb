import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtReleases, workspaceOf } from '../../delivery/releases/files/built.ts';
import type { Releasable } from '../../delivery/releases/files/store.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { buildFaults } from './buildFaults.ts';

/**
 * Builds workspaces as their teams do; where there is nothing to build them from, as in a production folder, they are
 * built already.
 * @param features one, or all
 * @returns for each the folder of the one release that it holds then, in the same order
 * @throws ExplainedError with the faults that the build, the types or the arrows name
 */
export function buildReleases(features: readonly Releasable[], projectRoot: string): string[] {
  const [first, ...others] = features;
  const isSource = first !== undefined && existsSync(join(projectRoot, workspaceOf(first), 'package.json'));
  if (isSource) build(others.length > 0 ? undefined : workspaceOf(first), projectRoot);
  return features.map((feature) => {
    const dist = join(projectRoot, workspaceOf(feature), 'dist');
    const folder = builtReleases(projectRoot).find((path) => path.startsWith(`${dist}/`));
    if (!folder) throw new ExplainedError(`There is no built release in ${dist}: run npm run build first.`);
    return folder;
  });
}

/**
 * The build, and what it does not look at: types, and what may be imported from where.
 * @param workspace without it all, where what has not changed comes from the build cache
 */
function build(workspace: string | undefined, projectRoot: string): void {
  const run = (step: string, args: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync('npm', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      shell: process.platform === 'win32',
    });
    if (status === 0) return;
    const said = buildFaults(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
    throw new ExplainedError(`${workspace ?? 'The project'} ${step}:\n${withLines(said, projectRoot)}`);
  };
  const [here, types] =
    workspace === undefined
      ? [[], ['run', '--silent', 'types']]
      : [
          ['-w', workspace],
          ['exec', '--', 'tsc', '-p', workspace, '--noEmit'],
        ];
  run('could not be built', ['run', '--silent', 'build', ...here]);
  run('has wrong types', types);
  run('imports what it may not', ['run', '--silent', 'arrows']);
}

/** An arrow is shown as two files; whoever mends it wants the line, too. */
export function withLines(said: string, projectRoot: string): string {
  return said.replaceAll(/(\S+) (→ \S*?([^/\s]+))$/gm, (whole, from: string, arrow: string, imported: string) => {
    const file = join(projectRoot, from);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const at = lines.findIndex((line) => /\b(?:from|import)\b/.test(line) && line.includes(imported));
    return at < 0 ? whole : `${from}:${at + 1} ${arrow}\n  ${lines[at]?.trim()}`;
  });
}
