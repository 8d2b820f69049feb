import { demoInvitation, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { authenticatorOf, putForward } from '../support/authenticators.ts';
import { payOnChain } from '../support/chain.ts';
import { expect, mailedCode, phone, test } from '../support/fixtures.ts';
import { Hand } from '../support/hand.ts';
import { turnOf } from '../support/sample.ts';
import { textsOf } from '../support/texts.ts';

/** What a newcomer may be asked for. With codes on, as members have it. */
const mostToFirstDeposit = { taps: 12 };
const mostToFirstPayout = { taps: 40, fields: 20 };

const email = 'newcomer@example.org';
const username = 'newcomer';
const password = 'seven quiet lattices';
const ownWallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
/** Fifteen blocks, two a second, and what the watcher and the page need. */
const untilCredited = { timeout: 30_000 };

for (const _ of turnOf('taps', ['taps', 'keyboard'], [true]))
  test('from an invitation link to the first deposit and the first payout: taps and fields are counted', async ({
    browser,
    guarded: product,
  }) => {
    test.setTimeout(180_000);
    const text = textsOf('en');
    const context = await phone(browser, 'en');
    await context.grantPermissions(['clipboard-write']);
    const page = await context.newPage();
    // A tap that finds nothing ends the journey soon, with what it looked for.
    page.setDefaultTimeout(15_000);
    const hand = new Hand();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const sheet = page.getByRole('dialog');
    const began = Date.now();

    await test.step('register', async () => {
      await page.goto(`${product.origin}/signup?code=${demoInvitation}&side=left`);
      await hand.tap(page.getByRole('link', { name: text('access', 'invite.start'), exact: true }));
      await hand.fill(field(text('shell', 'signup.email')), email);
      await hand.tap(button(text('kit', 'code.send')));
      await expect(page.getByText(text('kit', 'code.sent')).first()).toBeVisible();
      await hand.fill(field(text('shell', 'signup.emailCode')), await mailedCode(product, email));
      await hand.tap(button(text('access', 'forgot.submit')));
      await hand.fill(field(text('shell', 'signup.username')), username);
      await hand.fill(field(text('shell', 'signup.password')), password);
      await hand.fill(field(text('shell', 'signup.passwordAgain')), password);
      await hand.tap(button(text('access', 'forgot.submit')));
      await hand.tap(page.getByRole('checkbox'));
      await hand.tap(button(text('shell', 'signup.submit')));
      await page.waitForURL(`${product.origin}/`);
    });

    await test.step('deposit: the address is shown, and what is sent there is credited', async () => {
      await hand.tap(page.getByRole('link', { name: text('wallet', 'first.deposit') }));
      await hand.tap(button(text('wallet', 'topup.generate')));
      // Selected by hand it is one word, too.
      const selected = await page.getByTestId('deposit-address').evaluate((element) => {
        getSelection()?.selectAllChildren(element);
        return String(getSelection());
      });
      const shown = await page.getByTestId('deposit-address').textContent();
      expect(selected.trim()).toBe(shown);
      const address = (shown ?? '').replaceAll(/\s/g, '');
      await hand.fill(field(text('wallet', 'topup.lastCharacters')), address.slice(-6));
      await hand.tap(button(text('kit', 'code.send')));
      const code = field(text('kit', 'code.label'));
      await expect(page.getByText(text('kit', 'code.sent')).first()).toBeVisible();
      await hand.fill(code, await mailedCode(product, email));
      await hand.tap(button(text('wallet', 'topup.verify')));
      await expect(page.getByRole('img', { name: text('wallet', 'topup.qr', { standard: 'BEP20' }) })).toBeVisible();
      await hand.tap(button(text('wallet', 'topup.copy')));
      await payOnChain(product, 'BSC', address, '100');
      await expect(page.getByText(text('wallet', 'topup.inBalance'))).toBeVisible(untilCredited);
    });
    const seconds = ((Date.now() - began) / 1_000).toFixed(0);
    process.stdout.write(`first deposit: ${hand}, ${seconds} s by a machine, the chain's blocks included\n`);
    expect(hand.taps).toBeLessThanOrEqual(mostToFirstDeposit.taps);

    let nextCode = authenticatorOf('', product);
    await test.step('secure the account', async () => {
      await hand.tap(page.getByRole('link', { name: text('kit', 'screen.back') }));
      await hand.tap(page.getByRole('link', { name: text('wallet', 'bind.go') }));
      await hand.fill(field(text('account', 'google.password')), password);
      await hand.tap(button(text('kit', 'code.send')));
      await expect(page.getByText(text('kit', 'code.sent')).first()).toBeVisible();
      await hand.fill(field(text('account', 'google.emailCode')), await mailedCode(product, email));
      await hand.tap(button(text('account', 'google.continue')));
      const openApp = page.getByRole('link', { name: text('account', 'google.openApp') });
      nextCode = authenticatorOf((await openApp.getAttribute('href')) ?? '', product);
      await hand.tap(button(text('account', 'google.copySecret')));
      await hand.fill(field(text('account', 'google.code')), await nextCode());
      await hand.tap(button(text('account', 'google.confirm')));
      const list = page.getByRole('list', { name: text('account', 'google.recoveryTitle') });
      await expect(list.getByRole('listitem')).toHaveCount(10);
      const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts();
      await hand.tap(button(text('account', 'google.copyCodes')));
      await hand.fill(field(text('account', 'google.typeBack')), recoveryCode);
      await hand.tap(button(text('account', 'google.bind')));
      await hand.tap(page.getByRole('link', { name: text('account', 'google.goOn') }));
      await page.waitForURL(`${product.origin}/wallet`);
    });

    await test.step('keep an address for withdrawals', async () => {
      await hand.tap(page.getByRole('link', { name: text('wallet', 'first.address') }));
      await hand.tap(button(text('account', 'addresses.add')));
      await hand.fill(sheet.getByLabel(text('account', 'addresses.address'), { exact: true }), ownWallet);
      await hand.fill(sheet.getByLabel(text('account', 'addresses.label'), { exact: true }), 'My wallet');
      const code = sheet.getByLabel(text('kit', 'factor.code'), { exact: true });
      await hand.fill(code, await nextCode());
      await hand.tap(sheet.getByRole('button', { name: text('account', 'addresses.add') }));
      await expect(page.getByRole('heading', { name: text('account', 'security.done') })).toBeVisible();
    });

    await test.step('a day later the session has ended: log in', async () => {
      await putForward(product, 25);
      await page.goto(product.origin);
      await hand.fill(field(text('shell', 'login.username')), username);
      await hand.fill(field(text('shell', 'login.password')), password);
      await hand.tap(button(text('shell', 'login.submit')));
      const code = field(text('kit', 'factor.code'));
      await expect(code).toBeFocused();
      // Six digits are all that is asked for: nothing is to be tapped after them.
      await hand.fill(code, await nextCode());
      await page.waitForURL(`${product.origin}/`);
    });

    await test.step('withdraw', async () => {
      await hand.tap(page.getByRole('link', { name: text('wallet', 'withdrawal.title'), exact: true }));
      await hand.tap(page.getByRole('radio', { name: text('wallet', 'withdrawal.networkBSC') }));
      await hand.tap(page.getByRole('radio', { name: 'My wallet' }));
      await expect(page.getByText('My wallet', { exact: true })).toBeVisible();
      await hand.fill(page.getByRole('textbox', { name: text('wallet', 'withdrawal.amount') }), '50');
      await expect(page.getByText('49.00 USDT').or(page.getByText('48.00 USDT')).first()).toBeVisible();
      await hand.tap(button(text('wallet', 'withdrawal.reviewAmount', { amount: '50.00 USD' })));
      const code = sheet.getByLabel(text('kit', 'factor.code'), { exact: true });
      await hand.fill(code, await nextCode());
      await hand.tap(sheet.getByRole('button', { name: text('wallet', 'withdrawal.submit', { amount: '50.00 USD' }) }));
      await expect(page.getByText(text('wallet', 'withdrawal.success', { hours: '72' }))).toBeVisible();
    });
    process.stdout.write(`first payout: ${hand}\n`);
    expect(hand.taps).toBeLessThanOrEqual(mostToFirstPayout.taps);
    expect(hand.fields).toBeLessThanOrEqual(mostToFirstPayout.fields);

    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
    await context.close();
  });
