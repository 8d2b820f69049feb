import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Language, languages } from '../languages.ts';
import { type NoticeTemplate, noticeTemplates } from './noticeTemplates.ts';

const templates = Object.keys(noticeTemplates) as NoticeTemplate[];
const contract = join(import.meta.dirname, '..');

function textsOf(language: Language): Readonly<Record<string, string>> {
  const files = globSync(`*/*/texts/notices/${language}.json`, { cwd: contract });
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(contract, file), 'utf8'))));
}

describe.each(languages)('in %s', (language) => {
  const texts = textsOf(language);

  test('no text is of another notice', () => {
    const named = templates.flatMap((template) => [`notify.${template}.title`, `notify.${template}.text`]);
    expect(Object.keys(texts).toSorted()).toEqual(named.toSorted());
  });

  test.each(templates)('%s has a title and a text, and they name all that its parameters tell', (template) => {
    const said = [texts[`notify.${template}.title`], texts[`notify.${template}.text`]];
    for (const text of said) expect(text).toMatch(/\S/);
    const named = [...said.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(noticeTemplates[template].params).sort());
  });
});
