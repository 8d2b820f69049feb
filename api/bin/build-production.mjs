/**
 * `npm run build:production [-- <folder>]`: one folder that has all a production process needs, by default `production`:
 * our Node, the API's sources with what they read, the packages that it runs with, the built features, the unit and recipes
 * to run it by, and the pages for who runs it. It is started without npm, installs and builds nothing, and writes nowhere but
 * in DATA_DIR.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { answerHelp, build, builtFolders, fail, install, projectRoot } from './setup.mjs';

answerHelp(import.meta.url);
const target = resolve(process.argv[2] ?? join(projectRoot, 'production'));
const mark = 'production.json';
/** Runs in development alone, and is never loaded. */
const leftOut = (path) => basename(path) === 'testing' || /\.(test\.(ts|yml)|tsbuildinfo)$/.test(path);
/** Of packages, what no program loads: Node takes no TypeScript from them. */
const leftOutOfPackages = (path) =>
  /\.([cm]?ts|map)$/.test(path) ||
  basename(path) === 'node_modules' ||
  basename(path).startsWith('.') ||
  (/^(tests?|__tests__)$/.test(basename(path)) && existsSync(join(dirname(path), 'package.json')));
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

if (existsSync(target) && !existsSync(join(target, mark)))
  fail(`${target} is there already, and no folder that this made: name another one.`);
install();
build();

const arriving = `${target}.new`;
rmSync(arriving, { recursive: true, force: true });
mkdirSync(arriving, { recursive: true });
const root = readJson(join(projectRoot, 'package.json'));
for (const workspace of ['api', 'api/contract'])
  for (const part of ['package.json', 'src']) copy(join(projectRoot, workspace, part), leftOut);
for (const part of ['hosting', 'monitoring', 'docs']) copy(join(projectRoot, 'api', part), leftOut);
for (const { releases } of builtFolders()) for (const folder of releases) copy(folder);
for (const folder of packages()) copy(folder, leftOutOfPackages);
copyNode();
writeFileSync(join(arriving, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
writeFileSync(join(arriving, mark), `${JSON.stringify({ version: root.version })}\n`);
// What runs from the folder of before misses it for a moment only, and no start in between finds a half of it.
const leaving = `${target}.old`;
rmSync(leaving, { recursive: true, force: true });
if (existsSync(target)) renameSync(target, leaving);
renameSync(arriving, target);
rmSync(leaving, { recursive: true, force: true });
process.stdout.write(`Ready to run: ${target}\n`);

/** Copies a file or folder of the project to the same place in the new folder. @param isLeftOut of paths below it */
function copy(path, isLeftOut = () => false) {
  const to = join(arriving, relative(projectRoot, path));
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(path).isSymbolicLink()) return symlinkSync(relative(dirname(path), realpathSync(path)), to);
  cpSync(path, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => from === path || !isLeftOut(from),
  });
}

/** Folders of every package that the API runs with, and links to our own, as Node would find them from where it is asked. */
function packages() {
  const folders = new Set();
  const waiting = ['api', 'api/contract'].map((workspace) => join(projectRoot, workspace));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(join(folder, 'package.json'));
    const isOptional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true;
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
      // Declarations alone.
      if (name.startsWith('@types/')) continue;
      const path = packageNamed(name, folder);
      if (path === undefined && !isOptional(name))
        fail(`${name}, which ${relative(projectRoot, folder)} needs, is missing: npm install`);
      // Of what is optional to others the API names what it wants.
      if (path === undefined || folders.has(path) || peerDependenciesMeta[name]?.optional === true) continue;
      folders.add(path);
      waiting.push(realpathSync(path));
    }
  }
  return folders;
}

function packageNamed(name, from) {
  for (let folder = from; folder.startsWith(projectRoot); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    // As Node looks: never in a folder node_modules of a folder node_modules.
    if (basename(folder) !== 'node_modules' && existsSync(path)) return path;
  }
  return undefined;
}

/** The program alone: what comes with its package fetches it. */
function copyNode() {
  copy(join(projectRoot, 'node_modules', 'node', 'bin'));
  mkdirSync(join(arriving, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), join(arriving, 'node_modules', '.bin', 'node'));
}

/** What operators run, with our Node and as production whatever the environment says. */
function manifest() {
  const { name, version, type } = root;
  const commands = Object.entries(root.scripts).filter(
    ([script, text]) => /^node api\/src\/[\w/]+\.ts$/.test(text) && script !== 'schema',
  );
  // npm ends only the one process that it started: so that is ours.
  const run = (text) => `NODE_ENV=production exec ${text}`;
  const scripts = {
    start: run('node api/src/main.ts'),
    ...Object.fromEntries(commands.map(([script, text]) => [script, run(text)])),
  };
  return { name, version, private: true, type, scripts };
}
