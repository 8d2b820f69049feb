import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { className } from './classNames.ts';

test('a class is named by its build, its stylesheet and itself', () => {
  expect(className('wallet5b4e', '/a/b/List.module.css', 'row')).toBe('wallet5b4e-List-row');
});

const root = path.resolve(import.meta.dirname, '../../..');
const sources = globSync('{shell/src,shell/kit/src,shell/sdk/src,mf-*/src}/**/*.{ts,tsx}', { cwd: root });
const sheets = globSync('{shell/src,shell/kit/src,shell/sdk/src,mf-*/src}/**/*.css', { cwd: root });
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const withoutComments = (text: string): string => text.replace(/\/\*.*?\*\//gs, '');

test('two stylesheets of one build have different names: a class is named by its file', () => {
  const buildOf = (file: string) => (file.startsWith('shell/') ? 'shell' : file.split('/')[0]);
  const names = sheets.map((file) => `${buildOf(file)} ${path.basename(file)}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every class of a stylesheet is used by a file that imports it', () => {
  const used = new Set(
    sources.flatMap((file) =>
      [...read(file).matchAll(/import \* as (\w+) from '([^']+\.module\.css)'/g)].flatMap(
        ([, alias = '', sheet = '']) =>
          [...read(file).matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(
            ([, name]) => `${path.join(path.dirname(file), sheet)} ${name}`,
          ),
      ),
    ),
  );
  const unused = sheets
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const own = withoutComments(read(file)).replace(/:global\([^)]*\)/g, '');
      return [...own.matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g)].map(([, name]) => `${file} ${name}`);
    })
    .filter((name) => !used.has(name));
  expect([...new Set(unused)]).toEqual([]);
});

test('only the kit has names for the whole page: those of the document that the server writes', () => {
  const global = sheets.filter((file) => read(file).includes(':global'));
  expect(global.filter((file) => !file.startsWith('shell/kit/'))).toEqual([]);
  expect(sheets.filter((file) => !file.endsWith('.module.css')).toSorted()).toEqual([
    'shell/kit/src/styles/base.css',
    'shell/kit/src/styles/tokens.css',
  ]);
});
