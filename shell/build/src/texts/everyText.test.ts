import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { errorCatalogue, languages } from '@trellis/api-contract';
import { operatorErrorCatalogue } from '@trellis/api-contract/operator';
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

test.each(english)('%s has the same text for one and for several where a language has no plural', (file) => {
  for (const language of ['jp', 'zh', 'ko']) {
    const texts = read(file.replace(/en\.json$/, `${language}.json`));
    const ones = Object.entries(texts).filter(([key]) => key.endsWith('_one'));
    expect(ones).toEqual(ones.map(([key]) => [key, texts[key.replace(/_one$/, '_other')]]));
  }
});

/** Refusals whose titles are for whoever writes a program or a command, and not for whoever reads a page. */
const ofPrograms = new Set([
  ...['idempotency.key_missing', 'idempotency.key_reused'],
  ...['request.malformed', 'request.media_type', 'request.method_not_allowed'],
  ...['release.rolled_out', 'release.does_not_fit', 'terms.form'],
]);

test('a refusal is said in English as its title says it', () => {
  const titles = { ...errorCatalogue, ...operatorErrorCatalogue };
  const said = english
    .flatMap((file) => Object.entries(read(file)).map(([key, text]) => ({ file, key, text })))
    .filter(({ file, key }) => key.startsWith('refusal.') || /texts\/errors[./]/.test(file))
    .map(({ key, text }) => [key.replace(/^refusal\./, ''), text] as const)
    .filter(([code]) => Object.hasOwn(titles, code) && !ofPrograms.has(code));
  const titleOf = (code: string) => titles[code as keyof typeof titles].title;
  expect(said.map(([code, text]) => [code, text.replace(/\.$/, '')])).toEqual(
    said.map(([code]) => [code, titleOf(code)]),
  );
});

test('every refusal has its text: in the folder of its domain, or in errors.en.json of the sdk', () => {
  const files = english.filter((file) => /texts\/errors[./]/.test(file));
  expect(files.flatMap((file) => Object.keys(read(file))).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
});

/** A list that nobody reads as a sentence: the report of a fault. */
const plainLists = ['shell/src/federation/loadFeature.ts'];
/** Colons and commas of programs, in the console and the team: a report by the audit log's own names, and devices as they are stored. */
const plainMarks = [
  'mf-operator/src/members/member/MemberHead.tsx',
  'mf-operator/src/people/operators/SessionList.tsx',
  'mf-operator/src/product/incident/incidentSteps.ts',
];

test('no code writes a percent or a list by hand: `percentText` and `listText` know each language', () => {
  const sources = globSync('{mf-*,shell}/{src,kit/src,sdk/src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(name),
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  const having = (found: RegExp) => sources.filter((file) => found.test(readFileSync(path.join(root, file), 'utf8')));
  expect(sources.length).toBeGreaterThan(300);
  expect(having(/[}\d] %[`<]/)).toEqual([]);
  expect(having(/\.join\(', '\)/).toSorted()).toEqual(plainLists.toSorted());
  // A colon or comma between two words is the text's: 、 and ： stand there in Japanese and Chinese.
  const byHand = having(/\}[,:;] \$\{|\}: `|`: \$\{|\}[:,] \{\S|>[:,]\{' '\}|\.join\('[:;] '\)/);
  expect(byHand.filter((file) => /^mf-(operator|team)\//.test(file)).toSorted()).toEqual(plainMarks.toSorted());
});

test.each(languages)('who is invited reads the same facts as who finds the page for visitors, in %s', (language) => {
  const { landing } = JSON.parse(
    readFileSync(path.join(root, `api/src/delivery/web/texts/${language}.json`), 'utf8'),
  ) as { landing: { facts: string[][] } };
  const access = read(`shell/src/access/texts.${language}.json`);
  const facts = ['rewards', 'price', 'bank'].map((fact) => [access[`invite.${fact}`], access[`invite.${fact}Text`]]);
  expect(facts).toEqual(landing.facts);
});
