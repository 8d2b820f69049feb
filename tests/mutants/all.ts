import { readdirSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

/** What makes and tries mutants; every other file of this folder is a list of them. */
const machinery = new Set(['all.ts', 'copy.ts', 'mutant.ts', 'run.ts', 'trial.ts']);

/** All mutants, from whatever files there are. @throws Error if one of those exports none */
export async function readMutants(): Promise<readonly Mutant[]> {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !machinery.has(name))
    .sort();
  const lists = await Promise.all(
    files.map(async (name) => {
      const exported = Object.entries((await import(`./${name}`)) as Readonly<Record<string, readonly Mutant[]>>);
      const mutants = exported.flatMap(([list, mutants]) => (list.endsWith('Mutants') ? mutants : []));
      if (mutants.length === 0) throw new Error(`tests/mutants/${name} exports no list whose name ends in Mutants`);
      return mutants;
    }),
  );
  return lists.flat();
}
