/**
 * `npm run pack -- <folder>`: what a feature needs that lies in a repository of its own, as one .tgz for each package, with
 * exact versions. Sources become JavaScript with types, because Node takes no TypeScript from node_modules; where a file
 * lies, and what a package exports, stays as it is here.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { answerHelp, fail, install, projectEnv, projectRoot } from './setup.mjs';

answerHelp(import.meta.url);
const [given] = process.argv.slice(2);
if (given === undefined) fail('Say into which folder: npm run pack -- <folder>');

/** What a package has here, and what it gets besides when it is packed. */
const packages = [
  { from: 'api/contract' },
  { from: 'shell/kit' },
  { from: 'shell/sdk' },
  {
    from: 'shell/build',
    // Of use in this repository alone.
    leftOut: ['src/serve.ts', 'fakeSource.ts'],
    folders: { 'shell/build': '.', 'shell/jest': 'testing' },
    manifest: {
      bin: { 'trellis-texts': './src/texts/addText.js' },
      exports: {
        './ambient': './ambient.d.ts',
        './jest': './testing/preset.mjs',
        './testing': './testing/index.ts',
        './tsconfig.json': './tsconfig.json',
      },
    },
    // What the compiler options below name.
    needs: ['@types/node'],
  },
  {
    from: 'api',
    folders: {},
    closure: 'src/commands/release/publishBuilt.ts',
    manifest: {
      name: '@trellis/release',
      description: "Signs a feature's built release and takes it into the bucket that the product reads.",
      bin: { 'trellis-publish': './src/commands/release/publishBuilt.js' },
      exports: {},
    },
  },
];
const readJson = (path) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const isTest = (name) => /\.test\.tsx?$/.test(name);
const isSource = (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');
const asPacked = (file) => (isSource(file) ? file.replace(/\.tsx?$/, '.js') : file);

install();
const compilerOptions = {
  ...readJson('tsconfig.base.json').compilerOptions,
  ...readJson('shell/tsconfig.json').compilerOptions,
};
const scratch = mkdtempSync(join(tmpdir(), 'trellis-pack-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const emitted = join(scratch, 'emitted');
emit(emitted);
const staged = packages.map((each) => stage(each, emitted));
mkdirSync(resolve(given), { recursive: true });
execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(given), ...staged], {
  env: projectEnv,
  stdio: ['ignore', 'inherit', 'inherit'],
});

/** All of them at once, as they know each other; each file at the place that it has here. */
function emit(outDir) {
  const config = join(scratch, 'tsconfig.json');
  writeJson(config, {
    compilerOptions: {
      ...compilerOptions,
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      // What a feature bundles goes through no further step.
      target: 'es2022',
      rootDir: projectRoot,
      outDir,
      typeRoots: [join(projectRoot, 'node_modules/@types')],
    },
    include: packages.flatMap(({ from, folders = { [from]: '.' }, closure }) => [
      ...Object.keys(folders).map((folder) => join(projectRoot, folder, '**/*')),
      ...(closure ? [join(projectRoot, from, closure)] : []),
    ]),
    exclude: [join(projectRoot, '**/node_modules'), join(projectRoot, '**/*.test.*')],
  });
  execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', config], { env: projectEnv, stdio: 'inherit' });
}

/** @returns the folder of a package as it is packed */
function stage({ from, leftOut = [], folders = { [from]: '.' }, closure, manifest = {}, needs = [] }, emitted) {
  const target = join(scratch, 'packages', from.replace('/', '-'));
  mkdirSync(target, { recursive: true });
  const isLeftOut = (name) => leftOut.some((each) => name.startsWith(each.replace(/\.ts$/, '.')));
  const copy = (folder, names, to) => {
    for (const name of names) {
      if (isTest(name) || isLeftOut(name) || name === 'package.json') continue;
      mkdirSync(dirname(join(target, to, name)), { recursive: true });
      cpSync(join(folder, name), join(target, to, name));
    }
  };
  const filesOf = (folder) => globSync('**/*.*', { cwd: folder, exclude: (name) => name === 'node_modules' });
  for (const [folder, to] of Object.entries(folders)) {
    const here = join(projectRoot, folder);
    copy(
      here,
      filesOf(here).filter((name) => !isSource(name)),
      to,
    );
    copy(
      join(emitted, folder),
      filesOf(join(emitted, folder)).filter((name) => /\.(?:d\.ts|js)$/.test(name)),
      to,
    );
  }
  // Of a program only what it runs.
  if (closure) copy(join(emitted, from), globSync('src/**/*.js', { cwd: join(emitted, from) }), '.');

  const own = { ...readJson(`${from}/package.json`) };
  const { name, version, type, sideEffects, description, bin, exports } = {
    ...own,
    ...manifest,
    exports: { ...(closure ? {} : own.exports), ...manifest.exports },
  };
  for (const file of Object.values(bin ?? {})) {
    const path = join(target, file);
    writeFileSync(path, `#!/usr/bin/env node\n${readFileSync(path, 'utf8')}`);
  }
  if ('./tsconfig.json' in exports)
    writeJson(join(target, 'tsconfig.json'), {
      compilerOptions: { ...compilerOptions, types: [...compilerOptions.types, `${name}/ambient`] },
    });
  writeJson(join(target, 'package.json'), {
    name,
    version,
    license: readJson('package.json').license,
    type,
    description,
    engines: readJson('package.json').engines,
    ...(sideEffects !== undefined && {
      sideEffects: Array.isArray(sideEffects) ? sideEffects.map(asPacked) : sideEffects,
    }),
    ...(bin && { bin }),
    exports: Object.fromEntries(Object.entries(exports).map(([door, file]) => [door, conditions(file)])),
    dependencies: dependenciesOf(target, own, name, needs, closure !== undefined),
    publishConfig: { access: 'restricted' },
  });
  return target;
}

function conditions(file) {
  if (file.endsWith('.d.ts')) return { types: file };
  return isSource(file) ? { types: file.replace(/\.tsx?$/, '.d.ts'), default: asPacked(file) } : file;
}

/** Each package that a file imports, in the version that this repository has it in. */
function dependenciesOf(folder, own, name, needs, isProgram) {
  const known = Object.assign(
    {},
    ...['package.json', 'shell/package.json', 'api/package.json'].map((path) => {
      const { dependencies, devDependencies } = readJson(path);
      return { ...dependencies, ...devDependencies };
    }),
    own.dependencies,
  );
  const importedBy = (files) =>
    globSync(files, { cwd: folder }).flatMap((file) =>
      [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /(?:\bfrom|\bimport|\b(?:import|require|import\.meta\.resolve)\()\s*['"]((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^'"]*)?['"]/g,
        ),
      ].map(([, each]) => each),
    );
  const types = Object.keys(own.devDependencies ?? {}).filter((each) => each.startsWith('@types/'));
  const run = [
    ...(isProgram ? [] : [...Object.keys(own.dependencies), ...types]),
    ...importedBy('**/*.{js,mjs,cjs}'),
    ...needs,
  ];
  // What the types of a library speak of is there with it.
  const spokenOf = Object.fromEntries(
    importedBy('**/*.d.ts').map((each) => [each, () => readJson(`node_modules/${each}/package.json`).version]),
  );
  // The development build puts the feature in its place.
  const all = new Set([...run, ...Object.keys(spokenOf)]).difference(new Set([name, 'standalone-feature']));
  return Object.fromEntries(
    [...all].toSorted().map((each) => {
      const version = known[each] ?? own.devDependencies?.[each] ?? (run.includes(each) ? undefined : spokenOf[each]());
      if (version === undefined) fail(`${name} imports ${each}, which no package.json here names`);
      return [each, version];
    }),
  );
}
