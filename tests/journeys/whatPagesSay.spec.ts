import type { BrowserContext, Page } from '@playwright/test';
import { isWhole, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { enter, expect, openSession, phone, test } from '../support/fixtures.ts';
import { type Held, holdNext, newcomer, newcomerPassword, otherActions, transfer } from '../support/moneyActions.ts';
import { nextStep } from '../support/nextStep.ts';
import { oneOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

async function sentBy(context: BrowserContext, origin: string, amount: string): Promise<number> {
  const answer = await context.request.get(`${origin}/api/v1/records?kind=transfer_out`);
  const { records } = (await answer.json()) as { records: { money: { amount: string } }[] };
  return records.filter(({ money }) => money.amount === `-${amount}`).length;
}

for (const action of [transfer, ...oneOf('late requests', otherActions)]) {
  const text = textsOf(action.language);
  const kit = (page: Page, key: string) => page.getByText(text('kit', key), { exact: true });
  const isLost = (page: Page) => expect(page.getByText(text('sdk', 'network.lost')).first()).toBeVisible();

  test(`whenever it arrives, what the page says of ${action.name} is what the ledger says, in ${action.language}`, async ({
    browser,
    product,
  }) => {
    const context = await phone(browser, action.language);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), action.language);
    const member = await newcomer(context, product, action.language);
    await action.prepare?.(member);
    let page = await context.newPage();
    let address = '';
    /** Sends it again, as far as the wire. */
    const begin = async (): Promise<Held> => {
      address = product.origin + (await action.path(member));
      await page.goto(address);
      const { held } = await holdNext(page, action);
      await action.send(page, text);
      return held;
    };
    const done = () => action.done(member);
    const isNotDone = (on: Page) =>
      action.kept ? expect(kit(on, 'flow.notDone')).toBeVisible() : action.stands(on, text);

    await test.step('the page is loaded again', async () => {
      const before = await done();
      const { arrive } = await begin();
      await page.reload();
      await isNotDone(page);
      expect(await arrive()).toBe(action.kept ? 409 : 200);
      if (!action.kept) await action.isDone(page, text);
      expect(await done()).toBe(action.kept ? before : before + 1);
    });

    await test.step('the connection is lost', async () => {
      const before = await done();
      const { lose, arrive } = await begin();
      await lose();
      if (action.kept) {
        await isNotDone(page);
        await action.confirm(page, text);
      } else {
        await isLost(page);
        await action.stands(page, text);
        expect(await arrive()).toBe(200);
      }
      await action.isDone(page, text);
      if (action.kept) expect(await arrive()).toBe(409);
      expect(await done()).toBe(before + 1);
    });

    // Half a minute, by a clock of the browser's own that nothing puts forward.
    if (isWhole)
      await test.step('no answer comes, and the page waits no longer', async () => {
        const before = await done();
        const { arrive } = await begin();
        const inTime = { timeout: 40_000 };
        await expect(action.kept ? kit(page, 'flow.notDone') : page.getByText(text('sdk', 'network.lost'))).toBeVisible(
          inTime,
        );
        if (!action.kept) await action.stands(page, text);
        expect(await arrive()).toBe(action.kept ? 409 : 200);
        if (!action.kept) await action.isDone(page, text);
        expect(await done()).toBe(action.kept ? before : before + 1);
      });

    await test.step('a second page does not answer for the first', async () => {
      const before = await done();
      const { lose, arrive } = await begin();
      const second = await context.newPage();
      await second.goto(address);
      if (action.kept) await expect(nextStep(second, text)).toBeVisible();
      else await action.stands(second, text);
      await second.waitForTimeout(1_500);
      for (const key of ['flow.notDone', 'flow.checking']) await expect(kit(second, key)).toHaveCount(0);
      expect(await arrive()).toBeLessThan(300);
      expect(await done()).toBe(before + 1);
      // The first is closed: then the second asks, and shows what was done.
      if (action.kept) await page.close();
      await action.isDone(second, text);
      if (!action.kept) {
        await lose();
        await action.isDone(page, text);
      }
      page = second;
    });
    await context.close();
    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });
}

test('a page of one member sends nothing in the session of another, whether it hears of that or not', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const deaf = await context.newPage();
  // One that hears nothing.
  await deaf.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await deaf.route('**/member-events*', () => undefined);
  const hearing = await context.newPage();
  for (const page of [deaf, hearing]) {
    await page.goto(`${product.origin}/wallet/transfer`);
    await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demoleft');
    await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('2.22');
  }
  await nextStep(deaf, text).click();
  await enter(context, product, 'hana');
  const taken = text('shell', 'taken.title', { user: 'hana' });
  await expect(hearing.getByRole('heading', { name: taken })).toBeVisible();
  await expect(hearing.getByLabel(text('wallet', 'transfer.amount')).first()).toBeHidden();
  await deaf.getByRole('dialog').getByRole('button', { name: '2.22 USD' }).click();
  await expect(deaf.getByRole('heading', { name: taken })).toBeVisible();
  await deaf.getByRole('button', { name: text('shell', 'taken.go') }).click();
  await expect(deaf.getByText(text('wallet', 'total.label')).first()).toBeVisible();
  await deaf.goto(`${product.origin}/wallet/transfer`);
  await expect(deaf.getByLabel(text('wallet', 'transfer.amount')).first()).toHaveValue('');
  // Who logs out in one tab has left the others.
  await hearing.getByRole('button', { name: text('shell', 'taken.go') }).click();
  await expect(hearing.getByText(text('wallet', 'total.label')).first()).toBeVisible();
  await deaf.goto(`${product.origin}/account`);
  await deaf.getByRole('button', { name: text('sdk', 'logOut.button') }).click();
  await deaf
    .getByRole('dialog')
    .getByRole('button', { name: text('sdk', 'logOut.button') })
    .click();
  await expect(hearing.getByText(text('sdk', 'session.ended'))).toBeVisible();
  for (const username of ['demo', 'hana']) {
    await openSession(context, product, username);
    expect(await sentBy(context, product.origin, '2.22')).toBe(0);
  }
  await context.close();
});

interface TypedForm {
  readonly path: string;
  /** Opens it, where it is not there from the start. */
  readonly begin?: (page: Page) => Promise<void>;
  readonly fields: readonly (readonly [label: string, typed: string])[];
}

/** Forms of more than a word, and what is typed there; nothing of it is secret. */
const formsOf = (text: ReturnType<typeof textsOf>): readonly TypedForm[] => [
  { path: '/plan/buy/custom', fields: [[text('plan', 'package.amount'), '250']] },
  {
    path: '/account/addresses',
    begin: (page: Page) => page.getByRole('button', { name: text('account', 'addresses.add') }).click(),
    fields: [
      [text('account', 'addresses.address'), '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      [text('account', 'addresses.label'), 'My ledger'],
    ],
  },
  { path: '/wallet/stake', fields: [[text('wallet', 'stake.amount'), '150']] },
  { path: '/account/email', fields: [[text('account', 'email.new'), 'another@example.com']] },
];

for (const language of oneOf('session end', ['jp', 'zh'] as const))
  test(`a session that ends says so, and what was typed is there after the next log-in, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const context = await phone(browser, language);
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    const { username } = await newcomer(context, product, language);
    const page = await context.newPage();
    const logIn = async () => {
      await page.getByLabel(text('shell', 'login.username')).fill(username);
      await page.getByLabel(text('shell', 'login.password'), { exact: true }).fill(newcomerPassword);
      await page.getByRole('button', { name: text('shell', 'login.submit'), exact: true }).click();
    };
    // A device that says it has no network although it has one keeps nobody from anything.
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    await page.goto(`${product.origin}/consulation`);
    await page.getByLabel(text('account', 'consulation.text')).fill('My question has many words.');
    await context.clearCookies({ name: 'trellis-dev-session' });
    await page.getByRole('button', { name: text('account', 'consulation.send'), exact: true }).click();
    await expect(page.getByText(text('sdk', 'session.ended'))).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/session-ended-${language}.png` });
    await logIn();
    await expect(page.getByLabel(text('account', 'consulation.text'))).toHaveValue('My question has many words.');
    await expect(page.getByText(text('kit', 'offline.title'))).toHaveCount(0);
    await page.getByRole('button', { name: text('account', 'consulation.send'), exact: true }).click();
    await expect(page.getByText('My question has many words.')).toBeVisible();
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));
    await expect.poll(drafts).toEqual([]);

    for (const { path, begin = async () => undefined, fields } of oneOf('forms', formsOf(text)))
      await test.step(`as it is at ${path}`, async () => {
        await page.goto(product.origin + path);
        await begin(page);
        for (const [label, typed] of fields) await page.getByRole('textbox', { name: label }).first().fill(typed);
        await context.clearCookies({ name: 'trellis-dev-session' });
        await page.reload();
        await logIn();
        await expect(page).toHaveURL(product.origin + path);
        await begin(page);
        for (const [label, typed] of fields)
          await expect(page.getByRole('textbox', { name: label }).first()).toHaveValue(typed);
      });

    // A browser that keeps no cookies.
    await context.clearCookies({ name: 'trellis-dev-session' });
    await page.route('**/api/v1/session', async (route) => {
      const answer = await route.fetch();
      const { 'set-cookie': _cookie, ...headers } = answer.headers();
      await context.clearCookies({ name: 'trellis-dev-session' });
      await route.fulfill({ response: answer, headers });
    });
    await page.goto(`${product.origin}/login`);
    await logIn();
    await expect(page.getByText(text('sdk', 'session.unkept'))).toBeVisible();
    await context.close();
  });

test('six windows of a member share one stream over HTTP/1.1, and each hears what happens', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demoright');
  const streams = new Set<string>();
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.add(request.url());
  });
  const pages = [];
  for (let windows = 0; windows < 6; windows += 1) {
    const page = await context.newPage();
    await page.goto(`${product.origin}/wallet`);
    await expect(page.getByText(textsOf('en')('wallet', 'total.label')).first()).toBeVisible();
    pages.push(page);
  }
  const other = await phone(browser, 'en');
  await enter(other, product, 'demo');
  // Every page has begun to listen by then.
  await expect.poll(() => streams.size).toBe(1);
  await pages[5]?.waitForTimeout(3_000);
  const sent = await other.request.post(`${product.origin}/api/v1/transfers`, {
    data: { recipient: 'demoright', amount: '1.07', unit: 'USD' },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
  });
  expect(sent.status()).toBe(201);
  for (const page of pages) await expect(page.getByText('+1.07 USD').first()).toBeVisible();
  expect([...streams]).toEqual([`${product.origin}/member-events?of=demoright`]);
  await context.close();
  await other.close();
});

test('a translator may rewrite the page: what is typed is what stands there; Back closes the sheet first', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  /** As it puts every text into elements of its own. */
  const translate = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const each of texts) {
        const parent = each.parentElement;
        if (!each.data.trim() || parent?.closest('[translate=no], font, script, style')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(`${each.data}`.toUpperCase());
        outer.append(inner);
        each.replaceWith(outer);
      }
    });
  await page.goto(`${product.origin}/wallet`);
  await expect(page.getByTestId('hero').first()).toBeVisible();
  await translate();
  const eye = page.getByRole('button', { name: text('wallet', 'home.hide') });
  await eye.click();
  await page.getByRole('button', { name: text('wallet', 'home.show') }).click();
  await expect(page.getByTestId('hero').first()).toContainText('USD');

  await page.goto(`${product.origin}/wallet/transfer`);
  await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill('demoleft');
  const amount = page.getByLabel(text('wallet', 'transfer.amount')).first();
  for (const typed of ['3', '35', '7.5']) {
    await translate();
    await amount.fill(typed);
    const shown = `${Number(typed).toFixed(2)} USD`;
    await expect(nextStep(page, text)).toContainText(shown);
    await expect(
      page
        .locator('dl')
        .getByText(shown.split('.')[0] ?? '')
        .first(),
    ).toBeVisible();
  }
  for (let times = 0; times < 2; times += 1) {
    await nextStep(page, text).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await translate();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(amount).toHaveValue('7.5');
  }
  await page.goBack();
  await expect(page.getByTestId('hero').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/wallet');
  expect(faults).toEqual([]);
  await context.close();
});
