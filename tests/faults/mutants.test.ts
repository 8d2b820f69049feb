import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { mutants } from '../mutants/all.ts';
import { spoil } from '../mutants/copy.ts';
import { projectRoot } from '../support/product.ts';

test('every mutant of `npm run mutants` still fits the code that it is to spoil', () => {
  for (const mutant of mutants) {
    const sound = readFileSync(join(projectRoot, mutant.file), 'utf8');
    expect(spoil(sound, mutant)).not.toBe(sound);
  }
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
