import { preparedVariable } from './prepared.ts';
import { startProduct } from './product.ts';

/**
 * Before many products are started, by Playwright and Jest alike: one is started and stopped, so that the others begin
 * with a copy of its data. `unprepare.ts` takes it away again.
 */
export default async function prepare(): Promise<void> {
  const product = await startProduct();
  const exit = await product.stop();
  if (exit !== 0) throw new Error(`The product did not stop well (exit ${exit}):\n${product.output()}`);
  process.env[preparedVariable] = product.dataDir;
}
