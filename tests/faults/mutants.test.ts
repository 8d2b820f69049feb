import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readMutants } from '../mutants/all.ts';
import { spoil } from '../mutants/copy.ts';
import { projectRoot } from '../support/product.ts';

const apiTests = globSync('src/**/*.test.ts', { cwd: join(projectRoot, 'api') });

test('every mutant of `npm run mutants` still fits the code that it is to spoil, and names tests that there are', async () => {
  const mutants = await readMutants();
  for (const mutant of mutants) {
    const sound = readFileSync(join(projectRoot, mutant.file), 'utf8');
    expect(spoil(sound, mutant)).not.toBe(sound);
    for (const pattern of mutant.first === 'kill run' ? [] : mutant.first)
      expect([mutant.name, pattern, apiTests.some((path) => path.includes(pattern))]).toEqual([
        mutant.name,
        pattern,
        true,
      ]);
  }
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
