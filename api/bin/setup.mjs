/**
 * Brings a fresh clone to where everything runs: installed packages, the project's own Node 24, built releases.
 * Plain JavaScript without packages: it runs on whatever Node the machine has, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const oldestNode = 20;
/** Looked at first: it may end while packages are installed. */
const startedBy = npmAbove();
const bin = join(projectRoot, 'node_modules', '.bin');

/** The project's own Node, whatever started this. */
export const projectNode = join(
  projectRoot,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Environment in which `node` and every tool are the project's own. */
export const projectEnv = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH ?? ''}`,
  NX_DAEMON: 'false',
  // Node keeps what it made of our TypeScript: a start takes a third less, a command more than half.
  ...(process.env.NODE_ENV !== 'production' && {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, '.data', 'compiled'),
  }),
};

/** With `--help` prints what stands above a command's first line of code, and ends. @param url of its file */
export function answerHelp(url) {
  if (!process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) return;
  const [, usage = ''] = /^\/\*\*(.+?)\*\//s.exec(readFileSync(fileURLToPath(url), 'utf8')) ?? [];
  process.stdout.write(`${usage.replaceAll(/^ \* ?/gm, '').trim()}\n`);
  process.exit(0);
}

/** Ends with one plain sentence. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Installs what package-lock.json names, unless that very lock is installed already. With development packages, also
 * under NODE_ENV=production: our Node and what builds are among them. What runs without them is made by build-production.mjs.
 */
export function install() {
  const version = Number(process.versions.node.split('.')[0]);
  if (version < oldestNode)
    fail(
      `Node ${process.versions.node} is too old to install this project: use Node ${oldestNode} or later; it then brings its own.`,
    );
  const lock = createHash('sha256')
    .update(readFileSync(join(projectRoot, 'package-lock.json')))
    .digest('hex');
  const mark = join(projectRoot, 'node_modules', '.installed-lock');
  const isInstalled =
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === lock &&
    // An install by hand under NODE_ENV=production takes these away, and leaves the mark.
    [join(bin, 'lerna'), join(projectRoot, 'node_modules', 'node', 'package.json')].every((file) => existsSync(file));
  if (!isInstalled) {
    process.stdout.write('Installing packages (once; this takes a minute) ...\n');
    // Not `npm ci`: it refuses a lock that lacks the optional programs of other platforms, which not every registry
    // has. The versions are the lock's all the same, and the lock stays as it is.
    const options = ['--include=dev', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    runQuietly('npm', ['install', ...options], 'The packages could not be installed');
  }
  repairNode();
  if (!isInstalled) writeFileSync(mark, lock);
}

/** npm may block install scripts; the package of our Node needs its own to fetch the program. */
function repairNode() {
  if (existsSync(projectNode)) return;
  const folder = join(projectRoot, 'node_modules', 'node');
  runQuietly(process.execPath, ['installArchSpecificPackage'], "The project's own Node could not be installed", folder);
  if (!existsSync(projectNode))
    fail("The project's own Node 24 is missing: run npm install again with install scripts allowed.");
}

/** Workspaces that are built: the shell, and the features. TypeScript is not read here, so they go by their names. */
const builtWorkspaces = () => {
  const { workspaces } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  return workspaces.filter((name) => name === 'shell' || name.startsWith('mf-'));
};

/** Folders of the built releases, by workspace. */
export const builtFolders = () =>
  builtWorkspaces().map((workspace) => {
    const dist = join(projectRoot, workspace, 'dist');
    const releases = existsSync(dist) ? readdirSync(dist).map((name) => join(dist, name)) : [];
    return { workspace, releases: releases.filter((folder) => existsSync(join(folder, 'release.json'))) };
  });

/** Builds the shell and every feature; what has not changed comes from the build cache. */
export function build() {
  process.stdout.write('Building the shell and the features ...\n');
  runQuietly(join(bin, 'lerna'), ['run', 'build', '--concurrency=2'], 'The build failed');
}

function runQuietly(file, args, problem, cwd = projectRoot) {
  const result = spawnSync(file, args, {
    cwd,
    env: projectEnv,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
  });
  if (result.signal === 'SIGINT') process.exit(130);
  if (result.status === 0) return;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}`;
  if (/ENOSPC|No space left/.test(output)) fail('The disk is full: free some space, then start again.');
  if (/EROFS|read-only file system/i.test(output))
    fail(`The folder ${projectRoot} is read-only: copy the project to a folder you can write in.`);
  if (/EACCES|permission denied/i.test(output)) fail(`No permission to write in ${projectRoot}: start as its owner.`);
  const lines = output.trim().split('\n');
  const fault = lines.findIndex((line) => line.includes('ERROR'));
  fail(`${problem}:\n${(fault < 0 ? lines.slice(-25) : lines.slice(fault, fault + 40)).join('\n')}`);
}

/**
 * Calls `ended` once whoever started this has ended. npm runs a script by a shell of its own and, asked to end, ends that
 * one alone, killed not even that: what the shell had started would live on, and with it everything that a start brings up.
 */
export function onNpmEnd(ended) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const looking = setInterval(() => {
    if (npmAbove() === startedBy) return;
    clearInterval(looking);
    ended();
  }, 500);
  looking.unref();
}

/** Which processes are above this one, as a feature's own development server lists them (shell/build/src/endWithNpm.ts). */
function npmAbove() {
  const shell = process.ppid;
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${shell}/stat`, 'utf8')) ?? [];
    return name?.startsWith('npm') ? `${shell}` : `${shell} ${parent}`;
  } catch {
    return `${shell}`;
  }
}

/** Starts a program of ours with our Node. Its channel closes when this process ends, by whatever: then it stops by itself. */
export const startProgram = (args, env = {}) =>
  spawn(projectNode, args, {
    cwd: projectRoot,
    env: { ...projectEnv, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

/** Runs a program of ours, hands signals on, and ends as it ends. @returns it */
export function runToEnd(args, env) {
  const child = startProgram(args, env);
  // Ctrl-C reaches the child by itself; it stops in order, and we wait for it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onNpmEnd(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(process.exitCode ?? code ?? (signal ? 1 : 0)));
  return child;
}
