import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { partOf } from '../../api/src/testing/index.ts';
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

// Half of them, others with each commit: each is a program of its own. `npm run attacks` is all.
test.each(partOf('attacks', Math.ceil(attacks.length / 2), attacks))('$name: nothing gets through', async ({ run }) => {
  expect(await run(product)).toEqual([]);
});
