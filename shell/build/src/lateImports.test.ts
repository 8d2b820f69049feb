import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const rules = 'shell/build/lint/imports.grit';
/** A project of its own under the same rules, so that no source of ours has to be bad. */
const project = mkdtempSync(path.join(tmpdir(), 'trellis-lint-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const config = JSON.parse(readFileSync(path.join(root, '.biome.json'), 'utf8')) as object;
writeFileSync(path.join(project, '.biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: undefined }));
cpSync(path.join(root, rules), path.join(project, rules));

/** What the project's linter says of a source at this place. */
function lint(place: string, source: string): string {
  const file = path.join(project, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, source);
  const biome = path.join(root, 'node_modules/.bin/biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', '--max-diagnostics=50', place], {
    cwd: project,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const refusals = (said: string): number => said.split('import() loads late and may fail').length - 1;

test.each([
  'mf-wallet/src/a.ts',
  'mf-operator/src/deep/a.tsx',
  'shell/src/a.ts',
  'shell/sdk/src/a.ts',
  'shell/kit/src/a.ts',
])('a bare import() in %s is refused: its failure would show nowhere', (place) => {
  const said = lint(
    place,
    `export const load = () => import('./b.ts');
export const { b } = await import(/* webpackChunkName: "b" */ './b.ts');
import('./b.ts').then(
  (m) => m,
  () => undefined,
);
`,
  );
  expect(refusals(said)).toBe(3);
});

test('screens, texts and parts are imported by the helpers that show a failure', () => {
  const said = lint(
    'mf-wallet/src/a.ts',
    `export const r = screenRoutes('a', routes, {
  home: () => import(/* webpackChunkName: "home" */ './b.tsx'),
  more: withTexts(() => import('./c.tsx')),
});
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './b.tsx'),
} satisfies ScreenLoaders<'home'>;
export const t = textBundle('a', { en: () => import('./en.json') });
export const p = lazyPart('wallet', () => import('./b.ts'));
export type T = typeof import('./b.ts');
`,
  );
  expect(said).toContain('Checked 1 file');
  expect(refusals(said)).toBe(0);
});
