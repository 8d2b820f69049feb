import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { checkTexts } from './checkTexts.ts';
import { scanSources } from './scanSources.ts';

const source = `
import { useTranslation } from 'react-i18next';
import './imported.key';
const names = { a: 'table.a' } as const;
export function Part({ open, count }: { open: boolean; count: number }) {
  const { t } = useTranslation('team');
  return <p title={t(open ? 'door.open' : 'door.shut')}>{t(names.a)} {t('people', { count })} {t('kit:retry')} {t(textKey('place', at))}</p>;
}
`;

function scanned() {
  const folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
  const file = path.join(folder, 'Part.tsx');
  writeFileSync(file, source);
  try {
    return scanSources([file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const used = scanned();
const good = {
  'door.open': 'Open',
  'door.shut': 'Shut',
  'table.a': 'A',
  'place.top': 'Top',
  people_one: '{count} one',
  people_other: '{count}',
};
const everywhere = (texts: Record<string, string>) => ({ en: texts, jp: texts, zh: texts, ko: texts });
const check = (texts: ReturnType<typeof everywhere>) => checkTexts({ name: 'team', texts, used });

test('what is still to be translated is no fault in development alone', () => {
  const texts = { ...everywhere(good), ko: { ...good, 'table.a': '⟂ A' } };
  expect(check(texts)).toEqual(['team: "table.a" is still to be translated into ko']);
  expect(checkTexts({ name: 'team', texts, used, drafts: true })).toEqual([]);
});

test('complete texts have no fault: literals, both branches, tables and plurals count as use', () => {
  expect(check(everywhere(good))).toEqual([]);
});

test('a key that is used and not there is missing', () => {
  const { 'door.shut': _, ...rest } = good;
  expect(check(everywhere(rest))).toEqual([expect.stringContaining('team: "door.shut" is missing')]);
});

test('what stands below the name of values is used, and something has to', () => {
  expect(check(everywhere({ ...good, 'place.end': 'End', places: 'Places' }))).toEqual(['team: "places" is unused']);
  const { 'place.top': _, ...rest } = good;
  expect(check(everywhere(rest))).toEqual(['team: nothing stands below "place"']);
});

test('a key that nobody uses is unused; the source of an import is no use', () => {
  expect(check(everywhere({ ...good, 'old.key': 'Old', './imported.key': 'x' }))).toEqual([
    'team: "old.key" is unused',
    'team: "./imported.key" is unused',
  ]);
});

test('all four languages have the same keys, texts and parameters', () => {
  const { 'table.a': _, ...partial } = good;
  expect(check({ ...everywhere(good), ko: partial as typeof good })).toEqual(['team: "table.a" is not in ko']);
  expect(check({ ...everywhere(good), zh: { ...good, 'table.a': ' ' } })).toEqual(['team: "table.a" is empty in zh']);
  expect(check({ ...everywhere(good), jp: { ...good, people_other: '{number}' } })).toEqual([
    'team: "people_other" has other {parameters} in some language',
  ]);
});

test('where the keys are given, exactly these must exist', () => {
  const texts = everywhere({ 'a.known': 'A', 'a.extra': 'B' });
  expect(checkTexts({ name: 'errors', texts, used, exactly: ['a.known', 'a.absent'] })).toEqual([
    'errors: "a.absent" is missing',
    'errors: "a.extra" is unused',
  ]);
});

test('a required key must exist, and is used without being named', () => {
  const texts = everywhere({ ...good, 'fallback.title': 'Away' });
  const required = ['fallback.title', 'fallback.text'];
  expect(checkTexts({ name: 'team', texts, used, required })).toEqual(['team: "fallback.text" is missing']);
});
