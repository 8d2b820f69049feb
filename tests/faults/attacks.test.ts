import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attacks } from '../attacks/all.ts';
import { startTarget } from '../attacks/attack.ts';
import type { Product } from '../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startTarget();
});
afterAll(async () => {
  await product.stop();
  product.remove();
});

test.each(attacks)('$name: nothing gets through', async ({ run }) => {
  expect(await run(product)).toEqual([]);
});
