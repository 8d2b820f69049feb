import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Language, languageTag, loadReportsPath } from '@trellis/api-contract';
import { demoPassword } from '../../api/src/testing/index.ts';
import { type Product, startProduct } from './product.ts';

interface WorkerFixtures {
  /** A product of this worker's own, with a deadline of ten seconds for features: a busy machine misses four by itself. */
  readonly product: Product;
  /** A page of a member who reads this language; the tests of one process share it, each with a document of its own. */
  readonly pageIn: (language: Language) => Promise<Page>;
  /** How long the bottom navigation took while something was failing. */
  readonly taps: number[];
}

interface TestFixtures {
  /**
   * A product of this journey's own that asks for codes, as it does for members. Few need one, and a product that waits
   * for the next of them looks at chains and jobs all the same.
   */
  readonly guarded: Product;
  /** Fails a journey in which a page reports that nothing came of a press, unless the journey takes that out. */
  readonly deadPresses: string[];
}

async function useProduct(env: Readonly<Record<string, string>>, use: (product: Product) => Promise<void>) {
  // No page of theirs is of a release of before.
  const product = await startProduct({ env: { UNDECLARED_CALLS_HOURS: '0', ...env } });
  await use(product);
  await product.stop();
  product.remove();
}
const startMs = 180_000;

/**
 * One for all journeys: a worker whose next journey has other fixtures than its last would be ended, and begun again with
 * another browser and another product.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  product: [async ({}, use) => useProduct({ LOAD_TIMEOUT_MS: '10000' }, use), { scope: 'worker', timeout: startMs }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  guarded: [async ({}, use) => useProduct({ SECOND_FACTOR: 'on' }, use), { timeout: startMs }],
  deadPresses: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      deadPresses.length = 0;
      await use(deadPresses);
      expect(deadPresses).toEqual([]);
    },
    { auto: true },
  ],
  pageIn: [
    async ({ browser, product }, use) => {
      const pages = new Map<Language, Page>();
      await use(async (language) => {
        const page = pages.get(language) ?? (await (await phone(browser, language, { worker: false })).newPage());
        const context = page.context();
        if (!pages.has(language)) {
          pages.set(language, page);
          await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
          await context.addCookies([{ name: 'currentLanguage', value: language, url: product.origin }]);
        }
        // Each time: another journey may have ended the sessions of this member.
        await enter(context, product, 'weijie');
        return page;
      });
      for (const page of pages.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
  taps: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const taps: number[] = [];
      await use(taps);
      const [median = 0, slowest = 0] = [taps.sort((a, b) => a - b)[Math.floor(taps.length / 2)], taps.at(-1)];
      process.stdout.write(
        `bottom navigation while a feature fails: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms of ${taps.length} (wanted: 200 ms)\n`,
      );
    },
    { scope: 'worker' },
  ],
});
export { expect };

/** A phone of someone who reads this language, with nothing stored yet. */
export async function phone(
  browser: Browser,
  language: Language,
  options: {
    colorScheme?: 'light' | 'dark';
    width?: number;
    timeZone?: string;
    userAgent?: string | undefined;
    /** `false` where a journey changes documents on their way: the worker asks for them itself. */
    worker?: false;
  } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 375, height: 812 },
    locale: languageTag[language],
    colorScheme: options.colorScheme ?? 'light',
    hasTouch: true,
    serviceWorkers: options.worker === false ? 'block' : 'allow',
    ...(options.timeZone !== undefined && { timezoneId: options.timeZone }),
    ...(options.userAgent !== undefined && { userAgent: options.userAgent }),
  });
  readers.set(context, language);
  context.on('request', (request) => {
    const body = request.url().endsWith(loadReportsPath) ? (request.postData() ?? '') : '';
    if (body.includes('"dead"')) deadPresses.push(body);
  });
  return context;
}

const deadPresses: string[] = [];
const readers = new WeakMap<BrowserContext, Language>();

/**
 * Makes the profile of who is logged in speak the language of this phone (else English): tests share members, and a page
 * starts in the language that its member chose last, wherever that was.
 */
export async function readInOwnLanguage(context: BrowserContext, product: Product): Promise<void> {
  const answer = await context.request.post(`${product.origin}/api/v1/profile/preferences`, {
    data: { language: readers.get(context) ?? 'en' },
    headers: { 'sec-fetch-site': 'same-origin' },
    // The server may be closing the connection that was kept since the last test.
    maxRetries: 2,
  });
  expect(answer.status()).toBe(200);
}

/** Opens a session without the page, where the journey is about something else, and reads in the phone's language. */
export async function enter(context: BrowserContext, product: Product, username: string): Promise<void> {
  await openSession(context, product, username);
  await readInOwnLanguage(context, product);
}

/** The same for a member who reads in the language that they chose last, on whichever device. */
export async function openSession(context: BrowserContext, product: Product, username: string): Promise<void> {
  const answer = await context.request.post(`${product.origin}/api/v1/session`, {
    data: { username, password: demoPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
}

/** The newest code that was mailed to an address, from the development mailbox. */
export async function mailedCode(product: Product, email: string): Promise<string> {
  const response = await fetch(`${product.origin}/dev/mail.json?to=${encodeURIComponent(email)}`);
  const [mail] = (await response.json()) as { code?: string }[];
  if (mail?.code === undefined) throw new Error(`no code was mailed to ${email}`);
  return mail.code;
}
