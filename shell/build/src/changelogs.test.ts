import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { featureNames } from '@trellis/api-contract';
import { readPackage } from './installed.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test.each(featureNames)('the changelog of %s begins with its version', (feature) => {
  const folder = path.join(root, `mf-${feature}`);
  const [, latest] = /^## (\S+)$/m.exec(readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(latest).toBe(readPackage(folder).version);
});
