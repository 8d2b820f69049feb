import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchFolder } from '../../api/src/testing/index.ts';
import { projectRoot } from './product.ts';

const migrations = 'api/src/platform/db/migrations';
const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The build before this one, in a folder of its own: its processes still run while a new version migrates. */
export interface EarlierBuild {
  readonly root: string;
  /** What it is of: a tag, or a commit. */
  readonly version: string;
  remove(): void;
}

/**
 * Of the last tag with fewer migrations, or else of the commit before the newest migration. It has the packages of this
 * build, and its pages.
 * @returns why there is none, where there is no history
 */
export function earlierBuild(): EarlierBuild | string {
  let version: string;
  try {
    version = lastVersion();
  } catch {
    return 'there is no history of commits here';
  }
  const root = scratchFolder('trellis-earlier-');
  const archive = execFileSync('git', ['archive', version], { cwd: projectRoot, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  const link = (path: string) => {
    if (!existsSync(join(projectRoot, path)) || existsSync(join(root, path))) return;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(projectRoot, path), join(root, path));
  };
  const packages = readdirSync(join(projectRoot, 'node_modules')).filter((name) => name !== '@trellis');
  for (const name of [...packages, '.bin']) link(join('node_modules', name));
  mkdirSync(join(root, 'node_modules/@trellis'));
  const own = ['api', 'api/contract', 'shell', 'shell/kit', 'shell/sdk', 'shell/build', 'tests', ...features()];
  for (const folder of own) {
    const { name } = JSON.parse(git('show', `${version}:${folder}/package.json`)) as { name: string };
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
    link(join(folder, 'node_modules'));
    link(join(folder, 'dist'));
  }
  return { root, version, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const features = (): string[] => readdirSync(projectRoot).filter((name) => name.startsWith('mf-'));

/** @throws Error where there is no history */
function lastVersion(): string {
  const here = migrationsOf('HEAD');
  const tag = git('tag', '--merged', 'HEAD', '--sort=-creatordate')
    .split('\n')
    .find((name) => name !== '' && migrationsOf(name) !== here);
  if (tag !== undefined) return tag;
  const [newest = ''] = git('log', '--diff-filter=A', '--format=%H', '-n', '1', '--', migrations).split('\n');
  return git('rev-parse', '--verify', `${newest}^`);
}

const migrationsOf = (version: string): string => git('ls-tree', '--name-only', version, `${migrations}/`);
