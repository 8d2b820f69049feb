import { execFileSync } from 'node:child_process';

/** Where a product's data folder lies ready, in the environment of whoever starts products. */
export const preparedVariable = 'PREPARED_PRODUCT';

/**
 * Fills a new data folder with what a first start makes (cluster, schema, demo team, releases), where a run of many
 * products has made it once; else it stays empty, and the product makes its own.
 */
export function copyPrepared(dataDir: string): void {
  const { [preparedVariable]: prepared } = process.env;
  // Postgres may belong to another user; only `cp -a` keeps that.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}
