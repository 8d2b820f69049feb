/**
 * `npm run chain:audit [-- --chain BSC]`: reads what the second provider has and the first may have left out. Exits 1 if
 * it found something: that is credited now, and somebody should look at the first provider.
 */
import { parseArgs } from 'node:util';
import { ExplainedError } from '../../ground/explainedError.ts';
import { run, say } from '../run.ts';
import { chainNamed, withParts } from './parts.ts';

const usage = 'Usage: npm run chain:audit [-- --chain <BSC|TRON>]';

run(usage, () =>
  withParts(async ({ chains, work }) => {
    const { chain } = parseArgs({ options: { chain: { type: 'string' } } }).values;
    const configs = chain === undefined ? [...chains.values()] : [chainNamed(chains, chain, usage)];
    for (const config of configs) {
      if (!config.auditNode) throw new ExplainedError(`CHAIN_${config.chain}_AUDIT_RPC_URL is not set.`);
      const watcher = work.watcher(config, 'audit', config.auditNode);
      let found = 0;
      for (let result = await watcher.step(); result.state !== 'upToDate'; result = await watcher.step()) {
        if (result.state === 'halted') throw new ExplainedError(`${config.chain} is halted: ${result.reason}.`);
        if (result.state === 'read') found += result.found;
      }
      say(`${config.chain}: ${found} deposit(s) that were missed.`);
      if (found > 0) process.exitCode = 1;
    }
  }),
);
