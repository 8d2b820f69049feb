import { languages } from '@trellis/api-contract';
import decodeQR from 'qr/decode.js';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { oneOf } from '../support/sample.ts';
import { fillSignUp } from '../support/signUp.ts';
import { textsOf } from '../support/texts.ts';

/** Finding people in one's own team, the ends of its legs, and the invitation; once in each language. */
for (const language of oneOf('team', languages))
  test(`the team: searched by username, walked to its ends, invited to by a picture, in ${language}`, async ({
    browser,
    product,
  }) => {
    const text = textsOf(language);
    const context = await phone(browser, language, { width: language === 'jp' ? 320 : 375 });
    await context.addInitScript((choice) => localStorage.setItem('currentLanguage', choice), language);
    await enter(context, product, 'demo');
    const page = await context.newPage();
    const shoot = async (name: string) => {
      const folder = process.env.SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/team-${language}-${name}.png`, fullPage: true });
    };
    await page.goto(`${product.origin}/team`);
    const search = page.getByLabel(text('team', 'search.label'));
    const find = async (name: string) => {
      await search.fill(name);
      await page.getByRole('button', { name: text('team', 'search.open'), exact: true }).click();
    };
    const shown = page.locator('[aria-current="true"]').first();
    await find('nobodyhere');
    await expect(page.getByText(text('errors', 'member.search_unknown'))).toBeVisible();
    if (language === 'en') await expect(page.getByText('Search User Does Not Exist')).toBeVisible();
    await shoot('unknown');
    await find('Noah');
    await expect(shown).toContainText('noah');
    await expect(search).toHaveValue('');
    await page.getByRole('button', { name: text('team', 'move.reset') }).click();
    await expect(shown).toContainText('demo');
    await shoot('chart');
    // On the narrowest phone the chart, larger than it fits, says that it goes on, and the keyboard moves it.
    const chart = page.getByRole('region', { name: text('team', 'tab.chart') });
    const more = chart.locator('..');
    const { width = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 320, height: 812 });
    await chart.focus();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('+');
    await expect(more).toHaveAttribute('data-more', /start|end|both/);
    await page.keyboard.press('Home');
    for (let press = 0; press < 16; press += 1) await page.keyboard.press('ArrowRight');
    await expect(more).toHaveAttribute('data-more', 'start');
    await page.setViewportSize({ width, height: 812 });
    // One press, and there is nobody beyond.
    for (const end of ['move.leftmost', 'move.rightmost']) {
      const press = page.getByRole('button', { name: text('team', end) });
      await press.click();
      await expect(shown).not.toContainText('demo');
      await expect(press).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('button', { name: text('team', 'move.reset') }).click();
      await expect(shown).toContainText('demo');
    }
    await page.getByRole('button', { name: text('team', 'invite.title'), exact: true }).click();
    const picture = page.getByRole('img', { name: text('team', 'invite.qr') });
    await expect(picture).toBeVisible();
    await shoot('invite');
    const link = (await page.getByText(/\/signup\?/).textContent()) ?? '';
    const image = await picture.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      const canvas = new OffscreenCanvas(400, 400);
      const drawing = canvas.getContext('2d');
      if (drawing) drawing.fillStyle = 'white';
      drawing?.fillRect(0, 0, 400, 400);
      drawing?.drawImage(element, 0, 0, 400, 400);
      return [...(drawing?.getImageData(0, 0, 400, 400).data ?? [])];
    });
    expect(decodeQR({ width: 400, height: 400, data: Uint8Array.from(image) })).toBe(link);
    // Somebody opens it on a phone of their own, and is placed: the inviter sees who joined, and finds them.
    const theirs = await phone(browser, language, { width: 320 });
    const newcomer = await theirs.newPage();
    await newcomer.goto(link);
    await expect(newcomer.getByText(text('access', 'invite.left', { inviter: 'demo' }))).toBeVisible();
    const username = `guest${language}`;
    await fillSignUp(newcomer, product, text, { username, email: `${username}@example.org` });
    await newcomer.getByRole('button', { name: text('shell', 'signup.submit') }).click();
    await newcomer.waitForURL(`${product.origin}/`);
    await newcomer.goto(`${product.origin}/team`);
    await expect(newcomer.locator('[aria-current="true"]').first()).toContainText(username);
    if (process.env.SHOTS)
      await newcomer.screenshot({ path: `${process.env.SHOTS}/team-${language}-newcomer.png`, fullPage: true });
    await theirs.close();
    await page.goto(`${product.origin}/team`);
    await page.getByRole('button', { name: text('team', 'invite.title'), exact: true }).click();
    await expect(page.getByText(text('team', 'invite.joinedLeft'))).toBeVisible();
    await shoot('joined');
    await page.keyboard.press('Escape');
    await find(username);
    await expect(shown).toContainText(username);
    await context.close();
  });
