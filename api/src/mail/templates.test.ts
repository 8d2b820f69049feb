import { describe, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { type MailTemplate, writeMail } from './templates.ts';

const context = {
  productName: 'Arbour',
  publicOrigin: 'https://wallet.example',
  params: { email: 'a+b@example.com', code: '012345' },
};

describe.each(languages)('in %s', (language) => {
  test('the code stands in subject and text, with a link that no server sees the code of', () => {
    const { subject, text } = writeMail('registerCode', language, context);
    expect(subject).toContain('012345');
    expect(subject).toContain('Arbour');
    expect(text.match(/012345/g)).toHaveLength(2);
    const link = new URL(/https:\/\/\S+/.exec(text)?.[0] ?? '');
    expect(link.origin + link.pathname + link.search).toBe('https://wallet.example/verifyEmail');
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual(context.params);
  });

  test('a member who registers again is sent to the log-in, without a code', () => {
    const { subject, text } = writeMail('alreadyMember', language, context);
    expect(text).toContain('https://wallet.example/login');
    expect(subject + text).not.toContain('012345');
  });
});

test.each<MailTemplate>(['registerCode', 'alreadyMember'])(
  '%s differs in every language, and no subject has a line break',
  (template) => {
    const mails = languages.map((language) => writeMail(template, language, context));
    expect(new Set(mails.map(({ text }) => text)).size).toBe(languages.length);
    for (const { subject } of mails) expect(subject).not.toMatch(/[\r\n]/);
  },
);
