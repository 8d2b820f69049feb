import { test as base } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

/** A product that asks for codes, as it does for members. */
export const test = base.extend<object, { guarded: Product }>({
  guarded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const product = await startProduct({ env: { SECOND_FACTOR: 'on' } });
      await use(product);
      await product.stop();
      product.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
