import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Product, projectRoot } from './product.ts';

/** One of the product's commands, alongside the running product. @returns what it printed */
export async function runCommand(product: Product, file: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`api/src/${file}`, ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: product.dataDir },
  });
  return stdout;
}

/**
 * `npm run ops -- <endpoint> …` alongside the running product.
 * @returns the endpoint's answer
 */
export async function runOps(
  product: Product,
  endpoint: string,
  ...args: readonly string[]
): Promise<Record<string, unknown>> {
  return JSON.parse(await runCommand(product, 'commands/ops/ops.ts', endpoint, ...args)) as Record<string, unknown>;
}
