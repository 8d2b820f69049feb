/**
 * `npm run storm -- --api 1000 --postgres 50 --sockets 20000 --seed 7 --minutes 30 --folder <path>`: all misfortunes at once,
 * under all that members do; exits 1 if anything is lost, doubled or red. --others is how often each thing happens that is
 * no kill. With --folder the same command goes on where a run stopped, by Ctrl-C, by its minutes or by a kill.
 */
import { resolve } from 'node:path';
import { printReport } from '../kill/report.ts';
import { readOptions } from '../support/options.ts';
import { runStorm } from './storm.ts';

const { values } = readOptions({
  options: {
    api: { type: 'string', default: '1000' },
    postgres: { type: 'string', default: '50' },
    others: { type: 'string' },
    sockets: { type: 'string', default: '20000' },
    seed: { type: 'string', default: process.env.SEED ?? '20261' },
    minutes: { type: 'string' },
    folder: { type: 'string' },
  },
});
const plan = {
  apiKills: Number(values.api),
  postgresKills: Number(values.postgres),
  sockets: Number(values.sockets),
  seed: Number(values.seed),
  ...(values.others !== undefined && { others: Number(values.others) }),
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
};
if (Object.values(plan).some((value) => !Number.isSafeInteger(value) || value < 0)) {
  process.stderr.write('Each of --api, --postgres, --others, --sockets, --seed and --minutes is a whole number.\n');
  process.exit(2);
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const report = await runStorm({
  ...plan,
  dueDay: true,
  ...(values.folder !== undefined && { folder: resolve(values.folder) }),
  signal: stop.signal,
});
for (const skipped of report.skipped) process.stdout.write(`skipped  ${skipped}\n`);
const again = `npm run storm -- ${Object.entries({ ...values, seed: plan.seed })
  .map(([name, value]) => `--${name} ${value}`)
  .join(' ')}`;
printReport(report, again);
process.stdout.write(`${report.position} of ${report.planned} events have happened.\n`);
