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
  // A screen that is there already does not come once more, as the way to the next one is known before that is drawn.
  const comesAgain = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement;
      const main = document.querySelector('.screen > main');
      for (dataset.way of ['none', 'deeper']) main?.getAnimations();
      return main?.getAnimations().length;
    });
  await expect.poll(comesAgain).toBe(0);
  // The bar comes with each screen, and stands where it stood. In one step: no other takes its place meanwhile.
  const middles = await page.evaluate(() =>
    Array.from(document.querySelectorAll('[data-testid="places"] a'), (link): [string | null, [number, number]] => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return [link.getAttribute('href'), [x + width / 2, y + height / 2]];
    }),
  );
  const middleOf = new Map(middles);
  for (let round = 0; round < 12; round += 1) {
    let last = '';
    for (let tap = 0; tap < 3; tap += 1) {
      last = random.pick(places.filter((place) => place !== last));
      const [x, y] = middleOf.get(last) ?? [0, 0];
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(random.below(250));
    }
    await expect(shown, `seed ${random.seed}, round ${round}`).toHaveAttribute('href', last);
    await page.waitForURL(`${product.origin}${last}`, { timeout: 5_000 });
  }
  expect(errors).toEqual([]);
  await context.close();
});
