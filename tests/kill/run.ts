/** `npm run kill -- --api 100 --postgres 10 --seed 7`: kills API and Postgres under load, and exits 1 if money is off. */
import { readOptions } from '../support/options.ts';
import { runKills } from './harness.ts';
import { printReport } from './report.ts';

const { values } = readOptions({
  options: {
    api: { type: 'string', default: '100' },
    postgres: { type: 'string', default: '10' },
    seed: { type: 'string', default: process.env.SEED ?? '20261' },
  },
});
const plan = { apiKills: Number(values.api), postgresKills: Number(values.postgres), seed: Number(values.seed) };
if (Object.values(plan).some((value) => !Number.isSafeInteger(value) || value < 0)) {
  process.stderr.write('Each of --api, --postgres and --seed is a whole number.\n');
  process.exit(2);
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
printReport(
  await runKills({ ...plan, signal: stop.signal }),
  `npm run kill -- --api ${plan.apiKills} --postgres ${plan.postgresKills} --seed ${plan.seed}`,
);
