import { describe, expect, test } from '@jest/globals';
import { languages, type NoticeParamKind, type NoticeTemplate, noticeTemplates } from '@trellis/api-contract';
import { pushText } from './pushText.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

const templates = Object.keys(noticeTemplates) as NoticeTemplate[];
const sample: Readonly<Record<NoticeParamKind, string>> = {
  text: '4,711.00 USD',
  time: '2026-03-09T21:30:00Z',
  day: '2026-03-09',
  device: 'Chrome, Android',
  suspensionCause: 'ownRequest',
  rejectionCause: 'addressProblem',
  maturityReason: 'no_choice',
  maturityChoice: '3',
};
const paramsOf = (template: NoticeTemplate) => {
  const kinds: Readonly<Record<string, NoticeParamKind>> = noticeTemplates[template].params;
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, sample[kind]]));
};

describe.each(languages)('in %s', (language) => {
  const written = (template: NoticeTemplate, inFull: boolean, timeZone: string | null = null) =>
    pushText({ template, params: paramsOf(template), language, timeZone, inFull }, 'Acme');

  test.each(templates)('%s says something of its own, and nothing of what it is about', (template) => {
    const { title, body } = written(template, false);
    expect(title).toMatch(/\S/);
    expect(title).not.toBe('Acme');
    expect(body).toMatch(/\S/);
    for (const text of [title, body]) expect(text).not.toMatch(/[{}]|4,711|2026|Chrome|Trellis/);
  });

  test.each(templates)('%s in full says all of it', (template) => {
    const { title, body } = written(template, true);
    for (const text of [title, body]) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/[{}]/);
    }
    const { params } = noticeTemplates[template];
    if (Object.values<NoticeParamKind>(params).includes('text')) expect(title + body).toContain('4,711.00 USD');
  });

  test('a moment is one of the reader’s zone', () => {
    expect(written('googleUnbound', true, 'Asia/Tokyo').body).toContain('6:30');
    expect(written('googleUnbound', true).body).toContain('21:30');
  });
});

test('a notice that this release does not know says that there is one', () => {
  const unknown = { template: 'ofLater', params: { amount: '1' }, language: 'en', timeZone: null } as const;
  expect(pushText({ ...unknown, inFull: false }, 'Acme')).toEqual({ title: 'Acme', body: 'Open Acme to see it.' });
  expect(pushText({ ...unknown, inFull: true }, 'Acme')).toEqual({ title: 'Acme', body: 'Open Acme to see it.' });
});

test('all languages have texts of the same notices', () => {
  for (const { notices } of [jp, ko, zh]) expect(Object.keys(notices).sort()).toEqual(Object.keys(en.notices).sort());
  for (const name of Object.keys(en.notices)) expect(templates).toContain(name);
});
