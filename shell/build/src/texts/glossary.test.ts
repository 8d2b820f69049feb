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

/** Names of variables, fields and types that say nothing of what they are, or that the field calls otherwise. */
const names: Readonly<Record<string, string>> = {
  of: 'the noun: feature, release, owner',
  asked: 'the noun: request, approval, query',
  found: 'the noun: result, row, match',
  act: 'action',
  acts: 'actions',
  looks: 'accesses (of a log), reads, checks',
  looked: 'seen, read',
  gate: 'check, compatibility',
  foreign: 'unknown, other',
  worth: 'usdValue',
  isWhole: 'isComplete',
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
  { file: /web\/document(\.test)?\.ts$/, word: /^desk$/, why: 'the density of the console, as stylesheets know it' },
  { file: /emailCodes\.ts$/, word: /^stranger$/, why: 'stored with codes that were mailed' },
  { file: /mailJob|outbox\.test|docs\/runbook/, word: /^aside$/, why: 'the name of an alarm, which people watch for' },
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
  {
    file: /kit\/src\/(icon\/Icon|mark\/Art|surface\/Rows)\.tsx$|ShareReceipt\.tsx$|FirstSteps\.tsx$/,
    word: /^(of|act)$/,
    why: 'a prop of the kit, which features go on with until every shell knows the new one',
  },
  { file: /operatorDirectory|operatorSheets/, word: /^asked$/, why: 'a field of operators, on the wire' },
  { file: /falseAlarm\.test|PayoutBrake/, word: /^found$/, why: 'a field of the freeze, on the wire' },
  { file: /withdrawals\/(evidence|reviewService)\.ts$/, word: /^worth$/, why: 'a column that is written once' },
  { file: /reservedNames/, word: /./, why: 'names that people try to register' },
];

/** Texts that members and operators read, and what they may write. */
const notOurs =
  /\/texts\/|Texts?(\.test)?\.ts$|Catalogue|errors\.ts$|noticeTemplates|readyAnnouncements|readyAnswers|service\/wording|development\/demo|schema\.sql$|migrations\/|CHANGELOG|glossary\.test|openapi\.json/;

const files = globSync('{api,shell,mf-*,tests}/**/*.{ts,tsx,sql,mjs,md}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.trellis[^/]*)$/.test(name),
}).concat(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.dependency-cruiser.mjs']);

/** The words of a name: `tellLate` and `tell_late` have `tell`. */
const partsOf = (name: string): string[] =>
  [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([part]) => part.toLowerCase());

const isExcepted = (file: string, name: string): boolean =>
  exceptions.some((exception) => exception.file.test(file) && exception.word.test(name));

const declares = /\b(?:const|let|function|class|type|interface|readonly) (?:[[{] ?)?(\w+)(?= ?[=:,}\]?(<])/g;

/** Each name with its place, once a line, and what to write instead. */
const faultsIn = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const parts = new Set(line.match(/[A-Za-z_$][\w$]*/g) ?? []);
    const declared = file.endsWith('.md') ? [] : [...line.matchAll(declares)].map(([, name]) => name ?? '');
    return [
      ...[...parts].map((name) => [name, words[partsOf(name).find((part) => Object.hasOwn(words, part)) ?? '']]),
      ...declared.map((name) => [name, Object.hasOwn(names, name) ? names[name] : undefined]),
    ].flatMap(([name = '', better]) =>
      better === undefined || isExcepted(file, name) ? [] : [`${file}:${index + 1}: ${name}; write ${better}`],
    );
  });

test('names, comments and pages use the words of the field', () => {
  const own = files.filter((file) => !notOurs.test(file));
  expect(own.length).toBeGreaterThan(1_500);
  expect([
    ...own.flatMap((file) => faultsIn(file, file)),
    ...own.flatMap((file) => faultsIn(file, readFileSync(path.join(root, file), 'utf8'))),
  ]).toEqual([]);
});

test('a name is reported with its line and what to write instead', () => {
  expect(faultsIn('api/src/a.ts', '// so\nconst tellLate = 1;')).toEqual([
    'api/src/a.ts:2: tellLate; write notify (a person), report (to operators or a log), show',
  ]);
  expect(faultsIn('api/src/a.ts', 'const asked = of(1);')).toEqual([
    'api/src/a.ts:1: asked; write the noun: request, approval, query',
  ]);
});
