import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../support/product.ts';

const skipped = process.env.CITUS_URL === undefined ? ' (skipped: CITUS_URL names no coordinator)' : '';
const drill = skipped === '' ? test : test.skip;

drill(
  `on a node of a Citus cluster, and moved to another under load, nothing is lost or doubled${skipped}`,
  async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'citus', '--', '--seconds', '5'], {
      cwd: projectRoot,
    });
    expect(stdout).toContain('Nothing lost, nothing doubled, nothing created.');
    expect(stdout).toMatch(/\b0 {2}lost/);
  },
);

drill(
  `between two cells, in one transaction while nodes are killed, both halves are there or none${skipped}`,
  async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'citus:border'], { cwd: projectRoot });
    expect(stdout).toContain('0 lost, 0 of one cell alone, 0 off in sum, the books of both are whole');
  },
);
