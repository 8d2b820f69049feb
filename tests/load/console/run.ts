/**
 * `npm run load:console -- --members 1000000 --withdrawals 100000 --calls 300`: what each screen of the console asks of the
 * server, alongside so many members; exits 1 if one of a hundred calls of any takes longer than 300 ms.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random, runningPostgresUrl } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { startProduct } from '../../support/product.ts';
import { inOneTransaction } from './database.ts';
import { enterAsOperator } from './enter.ts';
import { screens } from './screens.ts';

const mostMs = 300;
const { values } = readOptions({
  options: {
    members: { type: 'string', default: '1000000' },
    withdrawals: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '300' },
    seed: { type: 'string', default: process.env.SEED ?? '20261' },
  },
});
const [members, withdrawals, calls, seed] = [values.members, values.withdrawals, values.calls, values.seed].map(Number);
if (![members, withdrawals, calls, seed].every((value) => Number.isSafeInteger(value) && Number(value) > 0)) {
  process.stderr.write('Each of --members, --withdrawals, --calls and --seed is a whole number above 0.\n');
  process.exit(2);
}

const product = await startProduct({ env: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' } });
let tooSlow = 0;
try {
  const system = readFileSync(join(import.meta.dirname, 'platform.sql'), 'utf8')
    .replaceAll(':members', String(members))
    .replaceAll(':withdrawals', String(withdrawals));
  const url = await runningPostgresUrl(product.dataDir);
  await inOneTransaction(url, system);
  const get = await enterAsOperator(product);
  const random = new Random(Number(seed));
  for (const [name, path] of screens(url, random, Number(members))) {
    const times: number[] = [];
    for (let call = 0; call < Number(calls); call++) {
      const address = await path();
      const at = performance.now();
      const { status, text } = await get(address);
      times.push(performance.now() - at);
      if (status !== 200) throw new Error(`${address}: ${status} ${text.slice(0, 300)}`);
    }
    times.sort((one, other) => one - other);
    const [half, most] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)] ?? 0);
    if ((most ?? 0) > mostMs) tooSlow += 1;
    process.stdout.write(
      `${name.padEnd(34)} half ${half?.toFixed(1).padStart(7)} ms   99 % ${most?.toFixed(1).padStart(7)} ms\n`,
    );
  }
} finally {
  await product.stop();
  product.remove();
}
process.stdout.write(tooSlow === 0 ? `Each within ${mostMs} ms.\n` : `${tooSlow} took longer than ${mostMs} ms.\n`);
process.exitCode = tooSlow === 0 ? 0 : 1;
