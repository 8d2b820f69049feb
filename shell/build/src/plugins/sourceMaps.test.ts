/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type BuiltFunction, sourceMapOf } from '@trellis/api-contract';
import webpack from 'webpack';
import { baseConfig } from '../baseConfig.ts';
import { ReleaseNamePlugin } from './releaseName.ts';

jest.setTimeout(120_000);

let root: string;
/** Of the folder of the release that was built. */
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
let folder: string;
let scripts: readonly string[];

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
const amount = `
interface Amount { readonly minor: bigint }

/** Calls itself, so that no build puts it into who calls it. */
export function transferredAmount(amount: Amount | undefined, times: number): bigint {
  if (times > 0) return transferredAmount(amount, times - 1);
  // A comment that stands in no built file.
  if (amount === undefined) throw new TypeError('there is no amount');
  return amount.minor;
}
`;

const later = 'export const capitals = (names: readonly string[]) => names.map((name) => name.toUpperCase());';

/** @returns the name of the release */
async function build(): Promise<string> {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const said = { contract: 1, shared: {}, routes: [], languages: [] };
  const name = new ReleaseNamePlugin({ feature: 'shell', version: '1.0.0', said });
  const release = name.building;
  const global = `app_shell@${release}`;
  const planned = { ...said, feature: 'shell' as const, release, commit: null, global, name, entryChunk: 'shell' };
  const { output, ...config } = baseConfig(root, planned, []);
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        ...config,
        output: { ...output, publicPath: '/', filename: '[name].[contenthash:8].js' },
        entry: { shell: './start.ts' },
      },
      (failure, stats) => (failure || stats?.hasErrors() ? reject(failure ?? new Error(String(stats))) : resolve()),
    );
  });
  const [made = ''] = readdirSync(path.join(root, 'dist'));
  folder = path.join(root, 'dist', made);
  scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  return made;
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-maps-'));
  write('amount.ts', amount);
  write('later.ts', later);
  // What stands after the digests of its chunks, in one line with them, is in the map as well.
  write(
    'start.ts',
    `
import { transferredAmount } from './amount.ts';

globalThis.trellisLater = () => import(/* webpackChunkName: 'later' */ './later.ts');
export function startProduct(): bigint {
  return transferredAmount(undefined, 1) + transferredAmount(undefined, 2);
}
startProduct();
`,
  );
  await build();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The lines of a stack as a browser has it, each as its place in the sources: `start.ts:6`. */
function stackInSources(): string[] {
  const script = path.join(folder, scripts.find((file) => file.startsWith('shell.')) ?? '');
  // A browser's window, as far as the start of a build asks for it.
  const page =
    'globalThis.self = globalThis; globalThis.document = { currentScript: null, getElementsByTagName: () => [] };';
  const run = `${page} try { require(${JSON.stringify(script)}) } catch (error) { console.log(error.stack) }`;
  const stack = execFileSync(process.execPath, ['-e', run], { encoding: 'utf8' });
  const map = new SourceMap(JSON.parse(read(sourceMapOf(path.basename(script)))));
  return [...stack.matchAll(/:(\d+):(\d+)\)?$/gm)]
    .map(([, line, column]) => map.findOrigin(Number(line), Number(column)))
    .flatMap((origin) => ('fileName' in origin ? [`${origin.fileName}:${origin.lineNumber}`] : []));
}

test('the place of an error in a built script is the line that threw, and so is each that called it', () => {
  expect(stackInSources().slice(0, 3)).toEqual(['./amount.ts:8', './amount.ts:6', './start.ts:6']);
});

test('each script has a map in a folder that is not served; no script names it, and the manifest has none of them', () => {
  expect(scripts.length).toBeGreaterThan(1);
  expect(readdirSync(path.join(folder, 'maps')).sort()).toEqual(scripts.map((file) => `${file}.map`).sort());
  expect(readdirSync(folder).filter((file) => file.endsWith('.map'))).toEqual([]);
  for (const file of scripts) expect(read(file)).not.toContain('sourceMappingURL');
  expect(read('release.json')).not.toContain('.map');
});

test('a map says which functions there are in its script, and where the name of each stands', () => {
  const script = scripts.find((file) => file.startsWith('shell.')) ?? '';
  const { x_functions: functions }: { x_functions: BuiltFunction[] } = JSON.parse(read(sourceMapOf(script)));
  const map = new SourceMap(JSON.parse(read(sourceMapOf(script))));
  const lines = read(script).split('\n');
  const names = functions.map(([, , , , line, column, name]) => {
    expect(lines[line - 1]?.slice(column)).toMatch(new RegExp(`^${name.replaceAll('$', '\\$')}`));
    const origin = map.findOrigin(line, column + 1);
    return 'name' in origin ? origin.name : undefined;
  });
  expect(names).toContain('transferredAmount');
});

test('a map has places and names of the sources, and neither their text nor where they were built', () => {
  for (const file of scripts) {
    const map = read(sourceMapOf(file));
    expect(map).not.toContain('A comment that stands in no built file');
    expect(map).not.toContain(root);
  }
  expect(scripts.map((file) => read(sourceMapOf(file))).join()).toContain('"transferredAmount"');
});

test('types and empty lines change maps, and neither the name of the release nor its manifest', async () => {
  const release = path.basename(folder);
  const manifest = read('release.json');
  write('amount.ts', `\ninterface TwoLinesMore {}\n${amount}`);
  write('later.ts', `type OneLineMore = bigint;\n${later}`);
  expect(await build()).toBe(release);
  expect(read('release.json')).toBe(manifest);
  expect(stackInSources()[0]).toBe('./amount.ts:10');
  write('later.ts', later.replace('toUpperCase', 'toLowerCase'));
  expect(await build()).not.toBe(release);
});
