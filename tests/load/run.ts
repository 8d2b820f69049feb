/**
 * `npm run load -- --members 200 --seconds 60 --seed 7`: members at once on mixed flows; exits 1 if money is off. With --earlier
 * every second one is in the build before, as while a new version takes the place of an old one.
 */
import { earlierBuild } from '../support/earlierBuild.ts';
import { readOptions } from '../support/options.ts';
import { runLoad } from './load.ts';

const { values } = readOptions({
  options: {
    members: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: process.env.SEED ?? '20261' },
    earlier: { type: 'boolean', default: false },
  },
});
const plan = { members: Number(values.members), seconds: Number(values.seconds), seed: Number(values.seed) };
if (Object.values(plan).some((value) => !Number.isSafeInteger(value) || value < 1)) {
  process.stderr.write('Each of --members, --seconds and --seed is a whole number above 0.\n');
  process.exit(2);
}

const earlier = values.earlier ? earlierBuild() : undefined;
if (typeof earlier === 'string') {
  process.stderr.write(`No build before this one can be made: ${earlier}.\n`);
  process.exit(2);
}
if (earlier) process.stdout.write(`The build before is that of ${earlier.version}.\n`);
const { calls, callsPerSecond, p50Ms, p99Ms, outcomes, faults } = await runLoad({ ...plan, earlier: earlier?.root });
earlier?.remove();
for (const [name, times] of [...outcomes].sort()) process.stdout.write(`${String(times).padStart(8)}  ${name}\n`);
process.stdout.write(
  `${calls} calls, ${callsPerSecond} a second; half within ${p50Ms} ms, 99 of 100 within ${p99Ms} ms\n`,
);
for (const fault of faults.slice(0, 50)) process.stdout.write(`FAULT ${fault}\n`);
process.stdout.write(
  faults.length === 0 ? 'Every balance is what its owner was shown, and the books are right.\n' : '',
);
process.exitCode = faults.length === 0 ? 0 : 1;
