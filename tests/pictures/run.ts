/**
 * `npm run pictures -- [folder]`: every screen in every language, at every width, light and dark, as files, with a page
 * per language and width that shows them all. It says which page is wider than its window, and then ends with 1.
 * `--languages en,jp`, `--widths 375`, `--themes dark` and `--only <pattern>` make fewer; `--window` takes what fits the
 * window, at twice its width, as a page about the product shows it.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Language, languages } from '@trellis/api-contract';
import { type BrowserContext, chromium } from 'playwright';
import { headlessPath, launchArguments } from '../support/browser.ts';
import { readOptions } from '../support/options.ts';
import { projectRoot, startProduct } from '../support/product.ts';
import { nameOf, type Scene, scenes, viewers } from './scenes.ts';
import { type Picture, writeSheet } from './sheet.ts';
import { makeViewers, open, type View } from './viewers.ts';

const { values: flags, positionals } = readOptions({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: languages.join() },
    widths: { type: 'string', default: '375,320,1280' },
    themes: { type: 'string', default: 'light,dark' },
    only: { type: 'string', default: '' },
    window: { type: 'boolean', default: false },
  },
});
const folder = resolve(positionals[0] ?? join(projectRoot, '.data', 'pictures'));
const only = new RegExp(flags.only);

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** @returns what is wrong with this page, in words */
async function take(context: BrowserContext, origin: string, scene: Scene, file: string): Promise<string[]> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(`throws: ${message}`));
  try {
    await scene.prepare?.(page);
    await page.goto(origin + scene.path);
    // Alongside the rail, which has the product's name, home says its own to readers alone.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await scene.reach?.(page);
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    // Answers that come after the first screen, and the face for numbers.
    await page.waitForTimeout(300);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const [wide = 0, window = 0] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    if (wide > window) faults.push(`wider than its window: ${wide} px`);
    await page.screenshot({ path: file, fullPage: !flags.window, animations: 'disabled' });
  } catch (error) {
    faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  await page.close();
  return faults;
}

async function main(): Promise<number> {
  const executablePath = headlessPath();
  const product = await startProduct();
  const browser = await chromium.launch({
    args: launchArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  let faulty = 0;
  let count = 0;
  try {
    await makeViewers(browser, product);
    for (const language of flags.languages.split(',') as Language[])
      for (const width of flags.widths.split(',').map(Number)) {
        const pictures: Picture[] = [];
        for (const theme of flags.themes.split(',') as View['theme'][])
          for (const viewer of viewers) {
            const chosen = scenes.filter((scene) => scene.viewer === viewer && only.test(nameOf(scene)));
            if (chosen.length === 0) continue;
            const context = await open(browser, product, viewer, {
              language,
              width,
              theme,
              scale: flags.window ? 2 : 1,
            });
            const place = join(language, String(width), theme);
            mkdirSync(join(folder, place), { recursive: true });
            for (const scene of chosen) {
              const file = join(place, `${nameOf(scene)}.png`);
              const faults = await take(context, product.origin, scene, join(folder, file));
              for (const fault of faults) say(`${file}: ${fault}`);
              faulty += faults.length > 0 ? 1 : 0;
              count += 1;
              pictures.push({ scene: nameOf(scene), theme, file });
            }
            await context.close();
          }
        writeSheet(folder, `${language}-${width}`, pictures);
        say(`${join(folder, `${language}-${width}.html`)}: ${pictures.length} pictures`);
      }
  } finally {
    await browser.close();
    await product.stop();
    product.remove();
  }
  say(`${count} pictures; ${faulty === 0 ? 'no page is wider than its window' : `${faulty} with a fault`}`);
  return faulty === 0 ? 0 : 1;
}

process.exit(await main());
