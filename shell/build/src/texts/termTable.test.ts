import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import {
  correctionCauseTexts,
  errorCatalogue,
  type Language,
  languages,
  maturityOptionTexts,
  maturityReasonTexts,
  rejectionCauseTexts,
  suspensionCauseTexts,
} from '@trellis/api-contract';
import { operatorErrorCatalogue, readyAnnouncements, readyAnswers } from '@trellis/api-contract/operator';
import { otherWords } from './otherWords.ts';
import { type Exception, otherWordsIn, type Said } from './termTable.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Texts in English that are given word for word, and those whose readers know another thing by that word. */
const exceptions: readonly Exception[] = [
  {
    file: /errors/,
    text: 'Please Bind Google Authenticator First',
    why: 'the message of the specification, word for word',
  },
  { file: /wallet/, key: /^bind\.go$/, text: 'Go to bind', why: 'the label of the specification, word for word' },
  {
    file: /delivery\/web/,
    key: /^noScript$/,
    text: 'Enable JavaScript to run this app.',
    why: 'the message of the specification, word for word',
  },
  { file: /errors/, text: 'Invalid Email Format', why: 'the message of the specification, word for word' },
  {
    file: /wallet/,
    key: /^exchange\.success$/,
    text: 'exchange credited in real time (immediately)',
    why: 'the message of the specification, word for word',
  },
  { file: /terms\/texts\/terms\/en/, say: 'our team', why: 'Terms name the operator, who is party to them' },
  { file: /terms\/texts\/terms\/en/, say: 'reserved', why: 'Terms say that no profit is earned or guaranteed' },
  { file: /terms\/texts\/terms\/jp/, say: '確保', why: 'Terms say that no profit is guaranteed' },
  { file: /terms\/texts\/terms\/zh/, say: '预留', why: 'Terms say that no profit is guaranteed' },
  { file: /terms\/texts\/terms\/ko/, say: '확보', why: 'Terms say that no profit is guaranteed' },
  { file: /terms\/texts\/terms\/zh/, say: '充值', why: 'Terms say that a balance is no deposit at a bank' },
  {
    file: /zh/,
    key: /^(?:landing\.facts\.2\.0|invite\.bank)$/,
    say: '充值',
    why: 'deposit insurance of banks has this name in law',
  },
  { file: /errors of/, key: /^operator\./, say: 'our team', why: 'operators read it, of themselves' },
  { file: /mf-operator/, say: 'our team', why: 'operators read it: the console is about themselves' },
  { file: /mf-operator/, key: /^audit\./, say: '履歴', why: 'an entry of the audit log is no record of a member' },
  { file: /mf-operator/, key: /^audit\./, say: '내역', why: 'an entry of the audit log is no record of a member' },
  ...['Google 認証システム', '谷歌验证器', 'Google OTP'].map((say) => ({
    ...{ file: /mf-account/, key: /^google\.development$/, say },
    why: 'a tool of developers is not the app of Google',
  })),
];

/** The texts of a JSON file by the path of their keys; a document is one text a line. */
function readSaid(file: string): Said[] {
  const content = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md')) return content.split('\n').map((text, at) => ({ file, key: `line ${at + 1}`, text }));
  const flat = (value: unknown, keys: readonly string[]): Said[] =>
    typeof value === 'string'
      ? [{ file, key: keys.join('.'), text: value }]
      : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, [...keys, key]));
  return flat(JSON.parse(content), []);
}

const filesOf = (language: Language): string[] =>
  ['api', 'shell', 'mf-*']
    .flatMap((folder) =>
      globSync([`${folder}/**/texts/**/{,*.}${language}.{json,md}`, `${folder}/**/texts.${language}.json`], {
        cwd: root,
        // Terms of earlier releases stay as members agreed to them.
        exclude: (name) => ['node_modules', 'dist', 'earlier'].includes(name),
      }),
    )
    .sort();

type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Texts that stand as an object in a file which cannot be imported here: a plain script, or what imports styles. */
function readLiteral(file: string, start: RegExp): Texts {
  const [, literal] =
    new RegExp(`${start.source}(\\{.*?\\n *\\});`, 's').exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
  return runInNewContext(`(${literal})`) as Texts;
}
const emergencyPage = readLiteral('api/src/delivery/emergency/page.js', /const texts = /);
const bootFailure = readLiteral('shell/src/boot/BootFailure.tsx', /const sentences: .+? = /);

/**
 * What stands in code: causes, choices, announcements and ready answers that members read, pages that show without the files
 * of texts, and the titles of errors, which are in English.
 */
const saidInCode = (language: Language): Said[] => [
  ...[
    ...[suspensionCauseTexts, rejectionCauseTexts, correctionCauseTexts, readyAnswers],
    ...[maturityOptionTexts, maturityReasonTexts],
  ].flatMap((causes) => Object.entries(causes).map(([key, texts]) => ({ file: 'causes', key, text: texts[language] }))),
  ...Object.entries(readyAnnouncements).flatMap(([key, texts]) =>
    Object.values(texts[language]).map((text) => ({ file: 'announcements', key, text })),
  ),
  ...[emergencyPage, bootFailure].flatMap((texts) =>
    Object.entries(texts[language]).map(([key, text]) => ({ file: 'pages in code', key, text })),
  ),
  ...(language === 'en'
    ? Object.entries({ ...errorCatalogue, ...operatorErrorCatalogue }).map(([key, { title }]) => ({
        file: 'errors of the contract',
        key,
        text: title,
      }))
    : []),
];

const saidIn = (language: Language): Said[] => [...filesOf(language).flatMap(readSaid), ...saidInCode(language)];

describe.each(languages)('in %s', (language) => {
  test('every text file is read', () => {
    expect(filesOf(language)).toHaveLength(filesOf('en').length);
    const shapes = filesOf(language).map((file) => file.replace(new RegExp(`(?<=[/.])${language}(?=\\.)`), '*'));
    for (const one of [
      'api/src/platform/mail/texts/*.json',
      'api/contract/src/products/packages/texts/journals/*.json',
      'api/contract/src/products/deposits/texts/notices/*.json',
      'api/contract/src/products/packages/texts/errors/*.json',
      'mf-wallet/src/texts/*.json',
      'mf-wallet/src/exchange/texts/*.json',
      'api/src/identity/terms/texts/terms/*.md',
      'shell/src/access/texts.*.json',
      'shell/sdk/src/texts/errors.*.json',
    ])
      expect(shapes).toContain(one);
  });

  test('no thing has two words', () => {
    expect(otherWordsIn(saidIn(language), otherWords[language], exceptions)).toEqual([]);
  });

  test.each(otherWords[language].map((word) => [word.say, word] as const))('%s has no other word', (say, word) => {
    const planted = [{ file: 'mf-wallet/src/texts/en.json', key: 'home.title', text: word.wrong }];
    expect(otherWordsIn(planted, [word], exceptions)).toHaveLength(1);
    expect(word.never.test(say)).toBe(false);
  });
});

test.each(exceptions)('$file $text is still said so ($why)', (exception) => {
  const faultsWith = (some: readonly Exception[]) =>
    languages.flatMap((language) => otherWordsIn(saidIn(language), otherWords[language], some)).length;
  expect(faultsWith([exception])).toBeLessThan(faultsWith([]));
});
