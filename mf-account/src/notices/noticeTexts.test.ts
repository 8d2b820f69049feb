import { describe, expect, test } from '@jest/globals';
import { type NoticeTemplate, noticeTemplates } from '@trellis/api-contract';
import en from '../texts/en.json';
import jp from '../texts/jp.json';
import ko from '../texts/ko.json';
import zh from '../texts/zh.json';
import { noticeTexts } from './noticeTexts.ts';

const templates = Object.keys(noticeTemplates) as NoticeTemplate[];

describe.each(Object.entries({ en, jp, zh, ko }))('in %s', (_language, texts: Readonly<Record<string, string>>) => {
  test.each(templates)('%s has a title and a text, and they name all that its parameters tell', (template) => {
    const { title, text } = noticeTexts[template];
    expect(texts[title]).toMatch(/\S/);
    expect(texts[text]).toMatch(/\S/);
    const named = [...`${texts[title]} ${texts[text]}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(Object.keys(noticeTemplates[template].params).sort());
  });
});
