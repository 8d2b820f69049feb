/**
 * `npm run mutants [-- --only <name> --jobs 1]`: makes each fault of the lists in a copy of the project, and sees that a
 * test notices it. Exits 1 if one survives.
 */
import { readOptions } from '../support/options.ts';
import { readMutants } from './all.ts';
import { Copy } from './copy.ts';
import { type Outcome, tryMutant } from './trial.ts';

const { values } = readOptions({
  options: { only: { type: 'string' }, jobs: { type: 'string', default: '2' } },
});
const { only } = values;
const mutants = await readMutants();
const chosen = only === undefined ? mutants : mutants.filter(({ name }) => name.includes(only));
if (chosen.length === 0) {
  process.stderr.write(`No mutant is called ${only}. There are:\n${mutants.map(({ name }) => `  ${name}\n`).join('')}`);
  process.exit(2);
}

const startedAt = Date.now();
const outcomes: Outcome[] = [];
const waiting = chosen.values();
await Promise.all(
  Array.from({ length: Math.min(Number(values.jobs), chosen.length) }, async () => {
    const copy = new Copy();
    try {
      for (const mutant of waiting) {
        const outcome = await tryMutant(copy, mutant).catch((error: unknown) => {
          process.stdout.write(`${mutant.name} was not tried: ${String(error)}\n`);
          return { mutant, killedBy: undefined, seconds: 0 };
        });
        outcomes.push(outcome);
        print(outcome);
      }
    } finally {
      copy.remove();
    }
  }),
);
const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined);
process.stdout.write(
  `${outcomes.length - survivors.length} of ${outcomes.length} mutants were noticed, in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`,
);
process.exitCode = survivors.length === 0 ? 0 : 1;

function print({ mutant, killedBy, seconds }: Outcome): void {
  const result = killedBy === undefined ? `SURVIVED: ${mutant.harm}` : killedBy.slice(0, 100);
  process.stdout.write(`${mutant.name.padEnd(36)} ${String(seconds).padStart(4)} s  ${result}\n`);
}
