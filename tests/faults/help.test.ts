import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { partOf } from '../../api/src/testing/index.ts';
import { projectRoot } from '../support/product.ts';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** Those that are one program of ours. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node (\S+)( --quick)?$/.exec(script) ?? [];
  return file === undefined ? [] : [[name, file] as const];
});

test.each(partOf('help', 10, programs))(
  'npm run %s -- --help says what it does, and does nothing',
  async (name, file) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(projectRoot, file), '--help'], {
      cwd: projectRoot,
      timeout: 20_000,
    });
    expect(stdout).toMatch(new RegExp(`npm (run (-s )?)?${name.replace('test:quick', 'test')}\\b`));
    expect(stderr.replaceAll(/^.*Warning.*$/gm, '').trim()).toBe('');
  },
);
