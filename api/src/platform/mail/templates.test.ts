import { describe, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { type MailTemplate, writeMail } from './templates.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

const templates = Object.keys(en.mails) as MailTemplate[];
const context = {
  productName: 'Arbour',
  publicOrigin: 'https://wallet.example',
  params: {
    code: '012345',
    email: 'a+b@example.com',
    until: '9 Mar',
    hours: '24',
    time: '8 Mar',
    device: 'Chrome, <b>Android</b>',
    left: '9',
    label: 'Cold',
    address: '0x0',
    name: 'Pixel',
    reason: 'Security check',
    amount: '1,234.56 USD',
    level: 'Gold',
    price: '1,000.00 USD',
    reward: '17.260273 USDP',
    choice: 'it unlocks',
    why: 'You hadn’t made a choice.',
    date: '2026-04-08T00:00:00.000Z',
    last: '2026-09-05',
  },
};

/** Braces that a text has, in order. */
const braces = (text: unknown): string[] => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).sort();

test('every language has the same templates with the same parameters', () => {
  for (const other of [jp, ko, zh]) {
    expect(Object.keys(other.mails)).toEqual(templates);
    expect(Object.keys(other.frame)).toEqual(Object.keys(en.frame));
    for (const name of templates) {
      expect([...new Set(braces(other.mails[name]))]).toEqual([...new Set(braces(en.mails[name]))]);
      expect('link' in other.mails[name]).toBe('link' in en.mails[name]);
    }
  }
});

describe.each(templates)('%s', (template) => {
  test.each(languages)('in %s leaves nothing open, and says the same in plain text and HTML', (language) => {
    const { subject, text, html } = writeMail(template, language, context);
    expect(subject + text + html).not.toMatch(/[{}]|undefined/);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b>');
    const words = html
      .replace(/<title>.*<\/title>|<h1.*<\/h1>/g, '')
      .replace(/<br>/g, ' ')
      .replace(/<[^>]+>/g, '\n')
      .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
    const flat = (value: string): string => value.replace(/\s+/g, '');
    expect(flat(words)).toBe(flat(text));
  });

  test('differs in every language', () => {
    expect(new Set(languages.map((language) => writeMail(template, language, context).text)).size).toBe(4);
  });
});

test.each(languages)('in %s a mail to a member carries their anti-phishing code, a mail to others none', (language) => {
  const own = writeMail('passwordChanged', language, {
    ...context,
    params: { ...context.params, antiPhishing: 'Blue Heron' },
  });
  expect(own.text).toContain('Blue Heron');
  expect(own.html).toContain('Blue Heron');
  expect(writeMail('registerCode', language, context).text).not.toContain(
    jp.frame.antiPhishing.replace('{antiPhishing}', ''),
  );
});

test('a link is a path of our own site, with what belongs to it', () => {
  const link = '/verifyEmail#email=a%2Bb%40example.com&code=012345';
  const { text } = writeMail('registerCode', 'en', { ...context, params: { ...context.params, link } });
  expect(text).toContain(`https://wallet.example${link}`);
});
