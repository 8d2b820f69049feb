/** @jest-environment node */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import webpack from 'webpack';
import { baseConfig } from '../baseConfig.ts';
import type { PlannedRelease } from './releaseManifest.ts';

jest.setTimeout(60_000);

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'trellis-hint-'));
  writeFileSync(path.join(root, 'main.js'), "import(/* webpackChunkName: 'later' */ './later.js');");
  writeFileSync(path.join(root, 'later.js'), "document.title = 'later';");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('each script of a release but its entry begins with the hint', async () => {
  const planned: PlannedRelease = {
    feature: 'team',
    release: '1.0.0',
    commit: null,
    contract: 1,
    shared: {},
    global: 'team@1.0.0',
    routes: [],
    languages: [],
    name: undefined,
    entryChunk: 'start',
  };
  const { output, ...config } = baseConfig(root, planned, []);
  const plugins = config.plugins?.filter((plugin) => plugin?.constructor.name !== 'ReleaseManifestPlugin') ?? [];
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        ...config,
        plugins,
        output: { ...output, filename: '[name].js' },
        entry: { entry: './main.js', start: './main.js' },
      },
      (failure, stats) => (failure || stats?.hasErrors() ? reject(failure ?? new Error(String(stats))) : resolve()),
    );
  });
  const folder = path.join(root, 'dist/1.0.0');
  const firstLines = readdirSync(folder).map((file) => {
    const [line] = readFileSync(path.join(folder, file), 'utf8').split('\n');
    return [file.replace(/\.[0-9a-f]{8}\./, '.'), line === '//# allFunctionsCalledOnLoad'] as const;
  });
  expect(Object.fromEntries(firstLines)).toEqual({ 'entry.js': false, 'start.js': true, 'later.js': true });
});
