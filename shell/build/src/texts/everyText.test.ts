import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { errorCatalogue, languages } from '@trellis/api-contract';
import { checkTexts, withoutPlural } from './checkTexts.ts';

type Texts = Readonly<Record<string, string>>;

/** What builds say of texts, of all of them and without a build; which are used is a build's to say. The API's own have types. */
const root = path.join(import.meta.dirname, '../../../..');
const read = (file: string): Texts => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
const english = globSync(['{api/contract,shell,mf-*}/**/texts/**/{,*.}en.json', 'shell/src/access/texts.en.json'], {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(name),
});
const nothing = { anywhere: new Set<string>(), asKey: [] };

test.each(english)('%s has each text in four languages, translated, with the same parameters', (file) => {
  const texts = Object.fromEntries(
    languages.map((language) => [language, read(file.replace(/en\.json$/, `${language}.json`))]),
  ) as Record<(typeof languages)[number], Texts>;
  const exactly = Object.keys(texts.en).map(withoutPlural);
  expect(checkTexts({ name: file, texts, used: nothing, exactly })).toEqual([]);
});

test('every refusal has its text: in the folder of its domain, or in errors.en.json of the sdk', () => {
  const files = english.filter((file) => /texts\/errors[./]/.test(file));
  expect(files.flatMap((file) => Object.keys(read(file))).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
});
