import { demoPassword, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { startFront } from '../browsers/front.ts';
import { userOf } from '../browsers/user.ts';
import { startWebkit } from '../browsers/webkit.ts';
import { expect, test } from '../support/fixtures.ts';
import { landmarkOf } from '../support/places.ts';
import { textsOf } from '../support/texts.ts';

/** Engines beside Chromium. A member of each: nobody else reads or sends as these. */
const engines = [
  { engine: 'Firefox', start: startFirefox, username: 'yuna' },
  { engine: 'WebKit', start: startWebkit, username: 'ren' },
] as const;

/** On the page: as another tab of this browser does it. */
const logInAs = (username: string): string =>
  `fetch('/api/v1/session', { method: 'DELETE', headers: { 'content-type': 'application/json' } })
    .then(() => fetch('/api/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify({ username, password: demoPassword }))} })).then(({ status }) => status)`;

for (const { engine, start, username } of engines)
  test(`${engine} itself: log in, send money, and lose one feature while the rest works`, async ({ product }) => {
    const browser = await start();
    if (typeof browser === 'string') {
      process.stdout.write(`${engine} skipped: not installed (${browser}); tests/README.md tells how\n`);
      test.skip(true, `not installed: ${browser}`);
      return;
    }
    const text = textsOf('en');
    const front = await startFront(product.origin);
    const user = userOf(browser);
    try {
      process.stdout.write(`${browser.name}\n`);
      await test.step('log in', async () => {
        await browser.open(`${front.origin}/login`);
        await browser.evaluate(`localStorage.setItem('currentLanguage', 'en')`);
        await browser.open(`${front.origin}/login`);
        await user.fills(text('shell', 'login.username'), username);
        await user.fills(text('shell', 'login.password'), demoPassword);
        await user.taps(text('shell', 'login.submit'));
        await user.isAt('/');
        await user.sees(text('wallet', 'total.label'));
        await user.sees('USD');
      });

      await test.step('send money to the upline', async () => {
        await user.taps(text('wallet', 'transfer.title'));
        await user.isAt('/wallet/transfer');
        await user.fills(text('wallet', 'transfer.recipient'), 'demo');
        await user.fills(text('wallet', 'transfer.amount'), '2.5');
        await user.sees(text('wallet', 'transfer.inUpline'));
        await user.taps(text('wallet', 'transfer.reviewTo', { amount: '2.50 USD', username: 'demo' }));
        await user.sees(text('kit', 'step.confirm'));
        await user.taps('2.50 USD', true);
        await user.sees(text('wallet', 'transfer.success'));
        await user.taps(text('kit', 'flow.stay'));
      });

      await test.step('another logs in in this browser: the page is theirs no more', async () => {
        await browser.open(`${front.origin}/wallet/transfer`);
        await user.fills(text('wallet', 'transfer.amount'), '3.25');
        await browser.evaluate(logInAs('demoleft'));
        await user.sees(text('shell', 'taken.title', { user: 'demoleft' }));
        expect(await browser.evaluate('document.body.innerText')).not.toContain('3.25');
        await user.taps(text('shell', 'taken.go'));
        await user.isAt('/');
        await user.sees(text('wallet', 'total.label'));
      });

      await test.step('after the log-out Back shows nothing of who was logged in', async () => {
        await browser.evaluate(logInAs(username));
        await browser.open(`${front.origin}/wallet`);
        await user.sees(text('wallet', 'total.label'));
        await user.taps(text('account', 'home.title'));
        await user.taps(text('sdk', 'logOut.button'));
        await user.taps(text('sdk', 'logOut.button'));
        await user.isAt('/login');
        await user.sees(text('shell', 'login.title'));
        await browser.evaluate('void setTimeout(() => history.back())');
        for (let looks = 0; looks < 20; looks += 1) {
          const words = String(await browser.evaluate('document.body.innerText').catch(() => ''));
          expect(words).not.toContain(text('wallet', 'total.label'));
          expect(words).not.toContain(landmarkOf('account', 'en'));
          await new Promise((later) => setTimeout(later, 50));
        }
        await user.isAt('/login');
        await browser.evaluate(logInAs(username));
      });

      await test.step('a feature fails, the rest works, and it comes back', async () => {
        front.lose('/assets/team/');
        await browser.open(`${front.origin}/wallet`);
        await user.taps(text('team', 'home.title'));
        await user.sees(text('team', 'fallback.title'));
        await user.taps(text('account', 'home.title'));
        await user.sees(landmarkOf('account', 'en'));
        await user.taps(text('team', 'home.title'));
        await user.sees(text('team', 'fallback.title'));
        front.lose(undefined);
        await user.taps(text('kit', 'failure.retry'));
        await user.sees(landmarkOf('team', 'en'));
      });
    } finally {
      await browser.close();
      await front.close();
    }
    const findings = await verifyAll(await runningPostgresUrl(product.dataDir));
    expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
  });
