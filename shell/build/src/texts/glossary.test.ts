import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '../../../..');

/** Words of our own that names, comments and pages must not use, and what the field says. */
const words: Readonly<Record<string, string>> = {
  tell: 'notify (a person), report (to operators or a log), show',
  tells: 'notifies, reports, shows',
  telling: 'notifying, reporting',
  told: 'notified, reported, shown',
  yes: 'approval, approve',
  yeses: 'approvals',
  deed: 'action',
  deeds: 'actions',
  house: 'platform, system account',
  desk: 'service',
  desks: 'services',
  aside: 'in suspense, dead letter',
  founded: 'authorised',
  stretch: 'period, segment',
  stretches: 'periods, segments',
  beside: 'alongside',
  anew: 'again',
  stranger: 'anonymous, unknown, outsider',
  strangers: 'unknown, outsiders',
  patience: 'timeout',
};

interface Exception {
  readonly file: RegExp;
  readonly word: RegExp;
  readonly why: string;
}

/** Names that are stored, on the wire, or called by features that are live: they end with the version that ends these. */
const exceptions: readonly Exception[] = [
  { file: /./, word: /^(deposit_aside|not_aside)$/, why: 'a kind and a key of journals, an error code' },
  {
    file: /authorised|depositJournals|testing\/deposits|consoleDeposits/i,
    word: /^aside$/,
    why: 'the key of a journal',
  },
  {
    file: /verification|tamperings/,
    word: /^(house|aside|anew)(\$name\$)?$/,
    why: 'the name of a check: what people have explained of its findings is kept by it',
  },
  { file: /emailCodes\.ts$/, word: /^stranger$/, why: 'stored with codes that were mailed' },
  { file: /mailJob|outbox\.test/, word: /^aside$/, why: 'the name of an alarm, which people watch for' },
  { file: /lighthouse/, word: /^yes$/, why: 'an option of npx' },
  {
    file: /history\/(operator\/schemas|memberHistory|timelineSources|memberHistory\.test)\.ts$/,
    word: /^deeds?$/,
    why: 'a kind of the timeline, on the wire',
  },
  {
    file: /operators\/(operator\/schemas|operatorEndpoints|approvers\.test)\.ts$/,
    word: /^yeses$/,
    why: 'a field of operators, which consoles of the version before read',
  },
  {
    file: /releases\/(operator\/schemas|live\/operatorEndpoints)\.ts$/,
    word: /^strangers$/,
    why: 'a field of a release’s health, which consoles of the version before read',
  },
  {
    file: /kit\/src\/(form\/(TextInput|AmountInput)|frame\/Screen)\.tsx$|^mf-/,
    word: /^(aside|beside)$/,
    why: 'a prop of the kit, which features go on with until every shell knows the new one',
  },
  { file: /reservedNames/, word: /./, why: 'names that people try to register' },
];

/** Texts that members and operators read, and what they may write. */
const notOurs =
  /\/texts\/|Texts?(\.test)?\.ts$|Catalogue|errors\.ts$|noticeTemplates|readyAnnouncements|readyAnswers|asksSecret|development\/demo|schema\.sql$|migrations\/|CHANGELOG|glossary\.test|openapi\.json/;

const files = globSync('{api,shell,mf-*,tests}/**/*.{ts,tsx,sql,mjs,md}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.trellis[^/]*)$/.test(name),
}).concat(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.dependency-cruiser.mjs']);

/** The words of a name: `tellLate` and `tell_late` have `tell`. */
const partsOf = (name: string): string[] =>
  [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([part]) => part.toLowerCase());

/** Each name with its place, once a line, and what to write instead. */
const found = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) =>
    [...new Set(line.match(/[A-Za-z_$][\w$]*/g) ?? [])].flatMap((name) => {
      const ours = partsOf(name).find((part) => Object.hasOwn(words, part));
      const isExcepted = exceptions.some((exception) => exception.file.test(file) && exception.word.test(name));
      return ours === undefined || isExcepted ? [] : [`${file}:${index + 1}: ${name}; write ${words[ours]}`];
    }),
  );

test('names, comments and pages use the words of the field', () => {
  const own = files.filter((file) => !notOurs.test(file));
  expect(own.length).toBeGreaterThan(1_500);
  expect([
    ...own.flatMap((file) => found(file, file)),
    ...own.flatMap((file) => found(file, readFileSync(path.join(root, file), 'utf8'))),
  ]).toEqual([]);
});

test('a name is reported with its line and what to write instead', () => {
  expect(found('api/src/a.ts', '// so\nconst tellLate = 1;')).toEqual([
    'api/src/a.ts:2: tellLate; write notify (a person), report (to operators or a log), show',
  ]);
});
