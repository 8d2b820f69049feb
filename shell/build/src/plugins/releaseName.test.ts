/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import webpack from 'webpack';
import { ReleaseNamePlugin } from './releaseName.ts';

// Each test builds several times; a busy machine takes its time.
jest.setTimeout(60_000);

let root: string;
const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-name-'));
  mkdirSync(path.join(root, 'contract'));
  write('contract/package.json', '{ "sideEffects": false }');
});
beforeEach(() => {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  write('contract/index.js', "export { used } from './used.js';\nexport { other } from './other.js';");
  write('contract/used.js', "export const used = 'this';");
  write('contract/other.js', "export const other = 'that';");
  write('main.js', "import { used } from './contract/index.js';\ndocument.title = used + RELEASE;");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** @returns the name of the folder that a build makes, and what is in it */
async function build(said: object = {}): Promise<{ name: string; script: string; face?: Buffer }> {
  const name = new ReleaseNamePlugin({ feature: 'team', version: '1.2.0', said });
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        context: root,
        entry: './main.js',
        output: {
          path: path.join(root, 'dist', name.building),
          filename: '[contenthash:8].js',
          assetModuleFilename: 'face.[contenthash:8][ext]',
        },
        plugins: [
          name,
          new webpack.DefinePlugin({ RELEASE: JSON.stringify(`${name.building} ${name.classScope}-List-row`) }),
        ],
      },
      (failure, stats) => (failure || stats?.hasErrors() ? reject(failure ?? new Error(String(stats))) : resolve()),
    );
  });
  const [made = '', ...more] = readdirSync(path.join(root, 'dist'));
  expect(more).toEqual([]);
  const files = readdirSync(path.join(root, 'dist', made));
  const contentOf = (ending: string) => {
    const file = files.find((each) => each.endsWith(ending));
    return file === undefined ? undefined : readFileSync(path.join(root, 'dist', made, file));
  };
  const [script = '', face] = [contentOf('.js')?.toString(), contentOf('.woff2')];
  rmSync(path.join(root, 'dist'), { recursive: true });
  return { name: made, script, ...(face && { face }) };
}

test('the same sources make the same name, which stands in the files and their class names', async () => {
  const { name, script } = await build();
  expect(name).toMatch(/^1\.2\.0-[0-9a-f]{10}$/);
  expect(script).toContain(`${name} team${name.slice(6, 10)}-List-row`);
  expect(await build()).toEqual({ name, script });
});

test('what is not bundled changes no name, what is changes it, and so does what the manifest says', async () => {
  const { name } = await build();
  write('contract/other.js', "export const other = 'something else';");
  expect((await build()).name).toBe(name);
  write('contract/used.js', "export const used = 'another';");
  const { name: changed } = await build();
  expect(changed).not.toBe(name);
  expect((await build({ routes: ['/team'] })).name).not.toBe(changed);
});

test('what is no text is left as it is, byte by byte', async () => {
  const bytes = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0xff, 0xfe, 0x80, 0x00]);
  writeFileSync(path.join(root, 'face.woff2'), bytes);
  write('main.js', "document.title = new URL('./face.woff2', import.meta.url).href + RELEASE;");
  expect((await build()).face).toEqual(bytes);
});
