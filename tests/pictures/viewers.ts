import type { Browser, BrowserContext } from '@playwright/test';
import { type Language, languageTag } from '@trellis/api-contract';
import { demoInvitation, demoPassword } from '../../api/src/testing/index.ts';
import { runOps } from '../support/command.ts';
import { giveTerms } from '../support/datedProduct.ts';
import { mailedCode } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import type { Viewer } from './scenes.ts';

const names = { member: 'demo', newcomer: 'newcomer', suspended: 'noah' } as const;
const newcomer = { email: 'newcomer@example.org', username: names.newcomer };

/** What a first start does not make: one who has nothing yet, one who may not act, a package and two stakes of the member's. */
export async function makeViewers(browser: Browser, product: Product): Promise<void> {
  const context = await browser.newContext();
  await call(context, product, 'email-codes', { purpose: 'register', email: newcomer.email, language: 'en' });
  await call(context, product, 'members', {
    ...newcomer,
    emailCode: await mailedCode(product, newcomer.email),
    invitationCode: demoInvitation,
    side: 'left',
    password: demoPassword,
    passwordAgain: demoPassword,
    termsAccepted: true,
    language: 'en',
  });
  await context.close();
  await giveTerms(product, names.member);
  await runOps(product, 'suspendMember', names.suspended, '--reason', 'pictures', '--cause', 'securityCheck');
}

export interface View {
  readonly language: Language;
  readonly width: number;
  readonly theme: 'light' | 'dark';
  /** Pixels of the picture for one of the page. */
  readonly scale: number;
}

/** A browser in which the viewer is logged in, and reads in this language. */
export async function open(
  browser: Browser,
  product: Product,
  viewer: Viewer,
  { language, width, theme, scale }: View,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 812 : 900 },
    deviceScaleFactor: scale,
    locale: languageTag[language],
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'currentLanguage', value: language, url: product.origin }]);
  await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
  if (viewer === 'visitor') return context;
  await call(context, product, 'session', { username: names[viewer], password: demoPassword });
  await call(context, product, 'profile/preferences', { language });
  return context;
}

async function call(context: BrowserContext, product: Product, path: string, data: object): Promise<void> {
  const answer = await context.request.post(`${product.origin}/api/v1/${path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  // A suspended member may not change the profile: the browser's own choice holds.
  if (!answer.ok() && answer.status() !== 403) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}
