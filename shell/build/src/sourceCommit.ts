import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { packageDirectory } from './installed.ts';

const build = path.dirname(import.meta.dirname);

/**
 * Folders whose sources a release is made of: its own first, then the contract and this build. Of what is installed the own
 * folder's lock file says the version.
 */
export const sourceFolders = (directory: string, also: readonly string[]): [string, ...string[]] => [
  directory,
  ...[...also, packageDirectory('@trellis/api-contract', directory), build].filter(
    (folder) => !realpathSync(folder).includes(`${path.sep}node_modules${path.sep}`),
  ),
];

/**
 * The last git commit that touched any of these folders, the first of which is the release's own workspace. `null`
 * without git, when the workspace is not part of the repository, and when a folder holds what is not committed: no
 * commit then reports what the release is made of.
 */
export function sourceCommit(folders: readonly [string, ...string[]]): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folders[0], encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const known = git('ls-files', '--', folders[0]) !== '';
    const clean = git('status', '--porcelain', '--', ...folders) === '';
    return known && clean ? git('log', '-1', '--format=%H', '--', ...folders) : null;
  } catch {
    return null;
  }
}
