import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Language, languages, languageTag } from '@trellis/api-contract';
import { generateSync } from 'otplib';
import { expectAccessible } from '../support/axe.ts';
import { expect, phone, test } from '../support/fixtures.ts';
import { type Product, projectRoot } from '../support/product.ts';

/** An operator opens the link that a command made, once in each language. */
for (const language of languages) {
  test(`an operator enrols by a link that works once, in ${language}`, async ({ browser, product }) => {
    const text = textsOf(language);
    const link = await enrolmentLink(product, `ann-${language}`);
    const context = await phone(browser, language, { colorScheme: language === 'jp' ? 'dark' : 'light', width: 320 });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/i.test(message.text())) complaints.push(message.text());
    });
    await page.goto(link);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag[language]);
    // The token stays neither in the address nor in the history.
    expect(new URL(page.url()).hash).toBe('');

    const enter = async (password: string, again: string) => {
      await page.getByLabel(text('password'), { exact: true }).fill(password);
      await page.getByLabel(text('again'), { exact: true }).fill(again);
      await page.getByRole('button', { name: text('next') }).click();
    };
    await enter('seven quiet lattices', 'seven quiet lettuces');
    await expect(page.getByRole('alert')).toHaveText(text('different'));
    await enter('passwordpassword', 'passwordpassword');
    await expect(page.getByRole('alert')).toHaveText(text('member.password_weak'));
    await expectAccessible(page);
    await enter('seven quiet lattices', 'seven quiet lattices');

    await expect(page.getByRole('img', { name: text('picture') })).toBeVisible();
    const secret = (await page.locator('#secret').textContent()) ?? '';
    const finish = async (code: string) => {
      await page.getByLabel(text('code')).fill(code);
      await page.getByRole('button', { name: text('finish') }).click();
    };
    const right = generateSync({ secret });
    await finish(right === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toHaveText(text('code.incorrect'));
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await finish(generateSync({ secret }));
    await expect(page.getByText(text('done'))).toBeVisible();
    expect(await page.content()).not.toContain(secret);

    await page.goto('about:blank');
    await page.goto(link);
    await enter('seven quiet lattices', 'seven quiet lattices');
    await expect(page.getByRole('alert')).toHaveText(text('code.invalid_or_expired'));
    expect(complaints).toEqual([]);
    await context.close();
  });
}

const textsOf = (language: Language) => {
  const file = join(projectRoot, `api/src/delivery/enrolPage/texts.${language}.json`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return (key: string): string => texts[key] ?? key;
};

/** Of the running product; the command knows the name of the host and not the port. */
async function enrolmentLink(product: Product, name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['api/src/commands/operator.ts', 'create', name, '--roles', 'releases'],
    { cwd: projectRoot, env: { ...process.env, DATA_DIR: product.dataDir } },
  );
  return `http://ops.localhost:${new URL(product.origin).port}/enrol${new URL(stdout.trim()).hash}`;
}
