/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import webpack from 'webpack';
import { LeanEntryPlugin } from './leanEntry.ts';

jest.setTimeout(60_000);

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-entry-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds what `entry.js` of a folder begins. @returns its faults, as sentences, and its files */
async function build(folder: string, files: Record<string, string>): Promise<{ faults: string[]; made: string[] }> {
  const context = path.join(root, folder);
  mkdirSync(context);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(context, name), text);
  const output = { path: path.join(context, 'dist'), filename: 'entry.js', chunkFilename: '[name].js' };
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        context,
        entry: './entry.js',
        output,
        optimization: { chunkIds: 'named', splitChunks: { minSize: 1 } },
        plugins: [new LeanEntryPlugin('team')],
      },
      (failure, done) => (done ? resolve(done) : reject(failure)),
    );
  });
  const faults = stats.compilation.errors.map(({ message }) => message);
  return { faults, made: faults.length > 0 ? [] : readdirSync(output.path).sort() };
}

/** Two screens that have something in common, which is a chunk without a name. */
const screens = {
  'entry.js': `import(/* webpackChunkName: 'home' */ './home.js'); import(/* webpackChunkName: 'other' */ './other.js');`,
  'home.js': `import { common } from './somethingThatBothHave.js'; document.title = common + 'home';`,
  'other.js': `import { common } from './somethingThatBothHave.js'; document.title = common + 'other';`,
  'somethingThatBothHave.js': `export const common = document.body.textContent + 'in common';`,
};

test('a chunk without a name is called by three letters, the same wherever it is built', async () => {
  const [here, elsewhere] = [await build('here', screens), await build('in-another-folder', screens)];
  expect(here).toEqual({
    faults: [],
    made: expect.arrayContaining(['entry.js', 'home.js', 'other.js', expect.stringMatching(/^[a-z]{3}\.js$/)]),
  });
  expect(here.made).toHaveLength(4);
  expect(elsewhere).toEqual(here);
});

test('a build whose entry is over its budget ends with a sentence that says so', async () => {
  const { faults } = await build('large', { 'entry.js': `document.title = '${randomBytes(6_000).toString('hex')}';` });
  expect(faults).toEqual([
    expect.stringMatching(/^The entry of team takes 6\d{3} bytes \(brotli\), 2\d{3} more than it may\./),
  ]);
});
