import type { BrowserContext, Page } from '@playwright/test';
import { languages, languageTag } from '@trellis/api-contract';
import { expectAccessible } from '../support/axe.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { consoleOf, enrolmentLink, enterConsole, firstCodes, freshCode } from '../support/operators.ts';
import { oneOf, turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

const password = 'seven quiet lattices';

/** An operator opens the link that a command made, logs in, reads the log and goes; once in each language. */
for (const language of oneOf('console', languages)) {
  test(`an operator enrols, logs in, reads the audit log and logs out, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const name = `ann-${language}`;
    const link = await enrolmentLink(product, name, 'auditor,support');
    const context = await phone(browser, language, { colorScheme: language === 'jp' ? 'dark' : 'light', width: 320 });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const choose = async (first: string, again: string) => {
      await page.getByLabel(text('operator', 'enrol.password'), { exact: true }).fill(first);
      await page.getByLabel(text('operator', 'enrol.again'), { exact: true }).fill(again);
      await page.getByRole('button', { name: text('operator', 'enrol.next') }).click();
    };

    await test.step('the link shows whose page it is, and leaves no trace', async () => {
      const answer = await page.goto(link);
      // Before any script has run: whose page this is.
      expect(await answer?.text()).toMatch(/data-layout="entry">.*<span class="brand"/);
      await expect(page.locator('html')).toHaveAttribute('lang', languageTag[language]);
      await expect(page.getByLabel(text('operator', 'enrol.password'), { exact: true })).toBeVisible();
      // The token stays neither in the address nor in the history.
      expect(new URL(page.url()).hash).toBe('');
    });

    await test.step('a password is chosen', async () => {
      await choose(password, 'seven quiet lettuces');
      await expect(page.getByText(text('errors', 'member.entries_differ'))).toBeVisible();
      await choose('passwordpassword', 'passwordpassword');
      await expect(page.getByText(text('errors', 'member.password_weak'))).toBeVisible();
      await expectAccessible(page);
      await choose(password, password);
    });

    const { secret, used } = await test.step('an authenticator is bound', async () => {
      await expect(page.getByRole('img', { name: text('operator', 'enrol.picture') })).toBeVisible();
      const secret = ((await page.getByText(/^(?:[A-Z2-7]{4} ){4,}/).textContent()) ?? '').replaceAll(' ', '');
      const code = await firstCodes(product, secret);
      const finish = async (value: string) => {
        await page.getByLabel(text('operator', 'enrol.code')).fill(value);
        await page.getByRole('button', { name: text('operator', 'enrol.finish') }).click();
      };
      await finish(code(0) === '000000' || code(1) === '000000' ? '111111' : '000000');
      await expect(page.getByText(text('errors', 'code.incorrect'))).toBeVisible();
      await expectAccessible(page);
      await expectNarrow(page);
      const used = (await firstCodes(product, secret))(1);
      await finish(used);
      await expect(page.getByText(text('operator', 'enrol.done'))).toBeVisible();
      expect(await page.content()).not.toContain(secret.slice(0, 4));
      return { secret, used };
    });

    await test.step('the log waits behind the log-in', async () => {
      await page.goto(`${consoleOf(product)}/audit`);
      await expect(page).toHaveURL(/\/login\?next=%2Faudit$/);
      const logIn = async (value: string) => {
        await page.getByLabel(text('operator', 'logIn.name'), { exact: true }).fill(name);
        await page.getByLabel(text('operator', 'logIn.password'), { exact: true }).fill(password);
        await page.getByLabel(text('operator', 'logIn.code')).fill(value);
        await page.getByRole('button', { name: text('operator', 'logIn.submit') }).click();
      };
      await logIn(used);
      await expect(page.getByText(text('operator', 'logIn.refused'))).toBeVisible();
      await expectAccessible(page);
      await logIn((await firstCodes(product, secret))(0));
      await expect(page).toHaveURL(`${consoleOf(product)}/audit`);
    });

    await test.step('the log is read, and narrowed in the address', async () => {
      const own = page
        .locator('details', { hasText: text('operator', 'audit.action.operator.log_in') })
        .filter({ hasText: name })
        .first();
      await own.locator('summary').click();
      await expect(own.getByText('password and code')).toBeVisible();
      await expectAccessible(page);
      await expectNarrow(page);
      await page.getByRole('button', { name: text('operator', 'audit.filter'), exact: true }).click();
      const filter = page.getByRole('dialog');
      await filter.getByLabel(text('operator', 'audit.actor')).fill(`operator:${name}`);
      await filter.getByLabel(text('operator', 'audit.action')).fill('No Action');
      await filter.getByRole('button', { name: text('operator', 'audit.apply'), exact: true }).click();
      await expect(filter.getByText(text('errors', 'field.format'))).toBeVisible();
      await filter.getByLabel(text('operator', 'audit.action')).fill('operator.log');
      await filter.getByRole('button', { name: text('operator', 'audit.apply'), exact: true }).click();
      // What it is narrowed by stands in the address: it comes with the page, and back undoes it.
      await expect(page).toHaveURL(/\/audit\?.*actor=operator%3A/);
      await expect(page.locator('li > details')).toHaveCount(1);
      await page.reload();
      await expect(page.locator('li > details')).toHaveCount(1);
      await expectAccessible(page);
      await expectNarrow(page);
      await page.goBack();
      await expect(page.getByRole('button', { name: text('operator', 'audit.filter'), exact: true })).toBeVisible();
    });

    await test.step('the first page says who is logged in', async () => {
      await page
        .getByTestId('places')
        .getByRole('link', { name: text('operator', 'place.home') })
        .click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expect(page.getByText(text('operator', 'role.auditor'), { exact: true })).toBeVisible();
      await expect(page.getByText(text('operator', 'role.support'), { exact: true })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(1);
      await expectAccessible(page);
    });

    await test.step('logged out, nothing is shown', async () => {
      await page.getByRole('button', { name: text('operator', 'home.logOut') }).click();
      await expect(page).toHaveURL(`${consoleOf(product)}/login`);
      await page.goto(`${consoleOf(product)}/audit`);
      await expect(page.getByRole('button', { name: text('operator', 'logIn.submit') })).toBeVisible();
    });

    await test.step('the link was good once, and another in the same tab is good', async () => {
      await page.goto(link);
      await choose(password, password);
      await expect(page.getByText(text('operator', 'enrol.linkUsed'))).toBeVisible();
      // Another link in the same tab loads no page: only what stands behind its # is new.
      await page.goto(await enrolmentLink(product, `bea-${language}`, 'viewer'));
      await expect(page.getByLabel(text('operator', 'enrol.password'), { exact: true })).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
    });

    expect(complaints).toEqual([]);
    await context.close();
  });
}

test('the two hosts share no session, no page and no feature', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  await page.goto(`${consoleOf(product)}/wallet`);
  await expect(page.getByRole('heading', { name: textsOf('en')('shell', 'notFound.title') })).toBeVisible();
  await page.goto(consoleOf(product));
  await expect(page).toHaveURL(`${consoleOf(product)}/login`);
  expect(await featuresOn(page)).toEqual(['operator']);
  await page.goto(product.origin);
  expect(await featuresOn(page)).toEqual(['wallet', 'team', 'plan', 'account']);
  await context.close();
});

test('a member’s page and the console in one browser: each logs in, hears and logs out by itself', async ({
  browser,
  product,
}) => {
  const text = textsOf('en');
  const context = await phone(browser, 'en');
  await enter(context, product, 'demoleft');
  const member = await context.newPage();
  await member.goto(`${product.origin}/wallet`);
  const isMembers = async () => {
    await expect(member.getByText(text('wallet', 'total.label')).first()).toBeVisible();
    await expect(member.getByText(text('sdk', 'session.ended'))).toHaveCount(0);
  };
  await isMembers();
  const operator = await enterConsole(context, product, 'otto', 'auditor,support');
  const consoleUser = await context.newPage();
  await consoleUser.goto(`${consoleOf(product)}/inquiries`);
  const rows = consoleUser.getByRole('main').getByRole('link').filter({ hasText: 'demoleft' });
  await expect(
    consoleUser.getByRole('button', { name: text('operator', 'inquiries.status.closed'), exact: true }),
  ).toBeVisible();
  await isMembers();

  // Each hears by a stream of its own.
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() };
  const data = { type: 'other', text: 'Is anybody there?' };
  expect((await context.request.post(`${product.origin}/api/v1/inquiries`, { data, headers })).status()).toBe(201);
  const news = consoleUser.getByRole('button', { name: text('operator', 'list.new_one', { count: 1 }) });
  await expect(rows.or(news).first()).toBeVisible();
  const sender = await phone(browser, 'en');
  await enter(sender, product, 'demo');
  const sent = { recipient: 'demoleft', amount: '1.09', unit: 'USD' };
  const sending = { ...headers, 'idempotency-key': crypto.randomUUID() };
  await sender.request.post(`${product.origin}/api/v1/transfers`, { data: sent, headers: sending });
  await expect(member.getByText('+1.09 USD').first()).toBeVisible();

  await consoleUser.goto(consoleOf(product));
  await consoleUser.getByRole('button', { name: text('operator', 'home.logOut') }).click();
  await expect(consoleUser).toHaveURL(`${consoleOf(product)}/login`);
  await isMembers();
  await member.reload();
  await isMembers();
  await consoleUser.getByLabel(text('operator', 'logIn.name'), { exact: true }).fill(operator.name);
  await consoleUser.getByLabel(text('operator', 'logIn.password'), { exact: true }).fill(operator.password);
  await consoleUser.getByLabel(text('operator', 'logIn.code')).fill(await freshCode(product, operator));
  await consoleUser.getByRole('button', { name: text('operator', 'logIn.submit') }).click();
  await expect(consoleUser.getByRole('heading', { name: operator.name })).toBeVisible();
  await isMembers();

  await member.goto(`${product.origin}/account`);
  for (const place of [member, member.getByRole('dialog')])
    await place.getByRole('button', { name: text('sdk', 'logOut.button') }).click();
  await expect(member).toHaveURL(`${product.origin}/login`);
  await expect(consoleUser.getByRole('heading', { name: operator.name })).toBeVisible();
  await consoleUser.reload();
  await expect(consoleUser.getByRole('heading', { name: operator.name })).toBeVisible();
  await Promise.all([context, sender].map((each) => each.close()));
});

for (const _ of turnOf('release', ['emergency', 'release'], [true]))
  test('the console is released and rolled back alone, and members are left as they were', async ({
    browser,
    product,
  }) => {
    const members = await phone(browser, 'en');
    await enter(members, product, 'demo');
    const page = await members.newPage();
    await page.goto(`${product.origin}/wallet`);
    await expect(page.getByTestId('places')).toBeVisible();
    const before = await documentOf(members, product.origin);
    const began = await page.evaluate(() => performance.timeOrigin);
    const operators = await phone(browser, 'en');
    const heading = async () => {
      const opened = await operators.newPage();
      await opened.goto(`${consoleOf(product)}/login`);
      await opened.getByRole('button', { name: textsOf('en')('operator', 'logIn.submit') }).waitFor();
      const words = await opened.getByRole('heading', { level: 1 }).textContent();
      await opened.close();
      return words;
    };

    const variant = await buildVariant('operator', '"logIn.title": "Operator login"', '"logIn.title": "Who is there?"');
    await runRelease(product, 'publish', 'mf-operator', '--from', variant.folder);
    await runOps(product, 'activateRelease', 'operator', '--release', variant.release, '--reason', 'a word changed');
    await expect.poll(heading).toBe('Who is there?');
    expect(await documentOf(members, product.origin)).toEqual(before);
    await runOps(product, 'rollBackRelease', 'operator', '--reason', 'the word was better before');
    await expect.poll(heading).toBe('Operator login');
    expect(await documentOf(members, product.origin)).toEqual(before);

    // The page that was open all the while is offered nothing, and goes on.
    await page.getByTestId('places').getByRole('link', { name: 'Team' }).tap();
    await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
    await expect(page.getByText(textsOf('en')('shell', 'update.ready'))).toBeHidden();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(began);
    await Promise.all([members.close(), operators.close()]);
  });

test('a console that cannot be loaded says so, and comes back by its retry', async ({ browser, product }) => {
  const context = await phone(browser, 'en');
  const page = await context.newPage();
  const entry = '**/assets/operator/*/entry.js*';
  await page.route(entry, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto(`${consoleOf(product)}/login`);
  const card = page.getByRole('alert');
  await expect(card.getByRole('heading')).toHaveText(textsOf('en')('operator', 'fallback.title'));
  await page.unroute(entry);
  await card.getByRole('button', { name: textsOf('en')('kit', 'failure.retry') }).click();
  await expect(page.getByRole('heading', { name: textsOf('en')('operator', 'logIn.title') })).toBeVisible();
  await context.close();
});

/** What the page's document knows of. */
const featuresOn = async (page: Page): Promise<string[]> => {
  const json = await page.locator('#registry').textContent();
  return Object.keys((JSON.parse(json ?? '{}') as { features: object }).features);
};

/** A page's document without what is new with every answer. */
async function documentOf(context: BrowserContext, origin: string): Promise<string> {
  const html = await (await context.request.get(`${origin}/plan`)).text();
  return html.replace(/nonce="[^"]*"/g, '').replace(/<script type="application\/json" id="boot">.*?<\/script>/s, '');
}

/** What the page's policy or its scripts complain about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

const expectNarrow = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

/** Of the running product; the command knows the name of the host and not the port. */
