import { Random } from '../../api/src/testing/index.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';

const places = ['/wallet', '/team', '/plan', '/account'];
const random = new Random();

test('however fast the places are tapped, the last one is shown, and nothing is reported', async ({
  browser,
  product,
}) => {
  const context = await phone(browser, 'en');
  await enter(context, product, 'demo');
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${product.origin}/wallet`);
  const shown = page.getByTestId('places').locator('[aria-current]');
  // Each is loaded: what is tapped next comes while the one before is on its way over the page.
  for (const place of places) {
    await page.getByTestId('places').locator(`[href="${place}"]`).tap();
    await expect(shown).toHaveAttribute('href', place);
    await expect(page.getByRole('main')).toBeVisible();
  }
  for (let round = 0; round < 12; round += 1) {
    let last = '';
    for (let tap = 0; tap < 3; tap += 1) {
      last = random.pick(places.filter((place) => place !== last));
      const box = await page.getByTestId('places').locator(`[href="${last}"]`).boundingBox();
      if (box === null) throw new Error(`${last} has no place on the page`);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(random.below(250));
    }
    await expect(shown, `seed ${random.seed}, round ${round}`).toHaveAttribute('href', last);
    expect(new URL(page.url()).pathname).toBe(last);
  }
  expect(errors).toEqual([]);
  await context.close();
});
