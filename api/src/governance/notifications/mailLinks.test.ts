import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { type MailTemplate, writeMail } from '../../platform/mail/templates.ts';
import en from '../../platform/mail/texts/en.json' with { type: 'json' };
import jp from '../../platform/mail/texts/jp.json' with { type: 'json' };
import ko from '../../platform/mail/texts/ko.json' with { type: 'json' };
import zh from '../../platform/mail/texts/zh.json' with { type: 'json' };
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { type EventName, entryOf, events } from './events.ts';
import { mailParams, type NotifyOptions } from './written.ts';

/** What a link promises, and the addresses that keep it. */
const promises = {
  'Or open this link:': /^\/verifyEmail#email=[^&]+&code=\d{6}$/,
  'Log in:': /^\/login$/,
  'It wasn’t me, freeze my account:': /^\/freeze#[A-Za-z0-9_-]{43}$/,
  'Set a new password:': /^\/forgetPassword$/,
  'Contact support:': /^\/consulation$/,
  'I didn’t ask for this, keep Google Authenticator:': /^\/keepFactor#[A-Za-z0-9_-]{43}$/,
  'Open the withdrawal:': /^\/wallet\/withdrawal\?id=7$/,
  'See your package:': /^\/plan\/packages\/7$/,
  'See your packages:': /^\/plan$/,
  'See your stake:': /^\/wallet\/stakeDetail\?id=7$/,
} as const;

const token = 'A'.repeat(43);
const withdrawal = { link: '/wallet/withdrawal?id=7' };
const stake = { link: '/wallet/stakeDetail?id=7' };
/** Links that are given with an event, as its place in the source gives them. */
const given: Partial<Record<EventName, NotifyOptions>> = {
  newDevice: { mailLink: `/freeze#${token}` },
  codeGuessed: { mailLink: `/freeze#${token}` },
  emailLeft: { mailLink: `/freeze#${token}` },
  emailChanged: { mailLink: `/freeze#${token}` },
  factorResetPending: { mailLink: `/keepFactor#${token}` },
  withdrawalSubmitted: withdrawal,
  depositReturning: withdrawal,
  withdrawalWaits: withdrawal,
  depositReturnWaits: withdrawal,
  withdrawalComplete: withdrawal,
  withdrawalRejected: withdrawal,
  payoutRejected: withdrawal,
  packageBought: { link: '/plan/packages/7' },
  packageCancelled: { link: '/plan/packages/7' },
  packageReleased: { link: '/plan' },
  stakeStarted: stake,
  stakeMatures: stake,
  stakeRenewed: stake,
  stakeUnlocked: stake,
  stakeReturned: stake,
  stakeEnded: stake,
};
/** To visitors, as `identity/access/codeMails.ts` writes them. */
const toVisitors: Partial<Record<MailTemplate, string>> = {
  registerCode: '/verifyEmail#email=a%40example.com&code=123456',
  alreadyMember: '/login',
};

const texts = { en, jp, zh, ko };
const templates = Object.keys(en.mails) as MailTemplate[];
const labelOf = (template: MailTemplate, language: keyof typeof texts): string | undefined => {
  const mail = texts[language].mails[template];
  return 'link' in mail ? mail.link : undefined;
};
const linked = templates.filter((template) => labelOf(template, 'en') !== undefined);

/** The address behind the link of a mail. */
function targetOf(template: MailTemplate, language: keyof typeof texts): string | undefined {
  const [name] = (Object.keys(events) as EventName[]).filter((each) => entryOf(each).mail === template);
  const link = name ? Object.fromEntries(mailParams(name, [], given[name] ?? {})).link : toVisitors[template];
  const { text, html } = writeMail(template, language, {
    productName: 'Arbour',
    publicOrigin: 'https://wallet.example',
    params: link === undefined ? {} : { link: String(link) },
  });
  const label = labelOf(template, language);
  const shown = text.split('\n').find((line) => label !== undefined && line.startsWith(`${label} `));
  const target = shown?.slice((label ?? '').length + 1);
  const href = /<a href="([^"]+)">/
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&')
    .replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)));
  expect(href).toBe(target);
  return target?.replace('https://wallet.example', '');
}

describe.each(languages)('in %s', (language) => {
  test.each(linked)('the link of %s does what its sentence says', (template) => {
    const promise = promises[labelOf(template, 'en') as keyof typeof promises];
    expect(targetOf(template, language)).toMatch(promise);
  });

  test('what leads to different places is called differently', () => {
    const placesOf = new Map<string, Set<string>>();
    for (const template of linked) {
      const label = labelOf(template, language) ?? '';
      const places = placesOf.get(label) ?? new Set();
      // One package or all of them: the same words will do.
      placesOf.set(label, places.add(targetOf(template, language)?.replace(/^\/plan.*/, '/plan') ?? ''));
    }
    for (const [label, places] of placesOf) expect([label, places.size]).toEqual([label, 1]);
  });

  test.each(templates)('%s has no link where it promises none', (template) => {
    if (labelOf(template, language) === undefined) expect(targetOf(template, language)).toBeUndefined();
  });
});

describe('every address', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication();
  });
  afterAll(() => app.close());

  const root = resolve(import.meta.dirname, '../../../..');
  /** Of the shell and of the members' features. */
  const routes = [
    'shell/src/router',
    ...readdirSync(root)
      .filter((folder) => /^mf-(?!operator)/.test(folder))
      .map((folder) => `${folder}/src`),
  ]
    .map((folder) => readFileSync(resolve(root, folder, 'routes.ts'), 'utf8'))
    .flatMap((source) => [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? ''));

  test.each([...new Set(linked.map((template) => targetOf(template, 'en') ?? ''))])('%s is a page', async (target) => {
    const { pathname, search } = new URL(target, app.origin);
    const isScreen = routes.some((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(pathname));
    expect(isScreen).toBe(true);
    expect((await app.visitor.get(`${pathname}${search}`)).status).toBe(200);
  });
});
