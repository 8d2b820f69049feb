/**
 * `npm run chain:audit [-- --chain BSC]`: reads what the second provider has and the first may have left out, and looks
 * every deposit up that is recorded. Exits 1 if it found something: what was missed is credited now, and somebody should look at
 * the first provider; of what no transaction says, somebody should look who wrote it.
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
      let faults = 0;
      for (let result = await watcher.step(); result.state !== 'upToDate'; result = await watcher.step()) {
        if (result.state === 'halted') throw new ExplainedError(`${config.chain} is halted: ${result.reason}.`);
        if (result.state === 'read') faults += result.recorded;
      }
      say(`${config.chain}: ${faults} deposit(s) that were missed.`);
      let checked = 0;
      let ahead = 0;
      const invented: string[] = [];
      for await (const proof of work.proofs(config, config.auditNode)) {
        checked += proof.checked;
        ahead += proof.ahead.length;
        invented.push(...proof.invented.map(({ id, transaction }) => `deposit ${id} by ${transaction}`));
      }
      say(
        `${config.chain}: ${checked} recorded deposit(s) looked up, ${invented.length} of which no transaction says so.`,
      );
      for (const line of invented) say(`  ${line}`);
      if (ahead > 0) say(`${config.chain}: ${ahead} of blocks that this node has not reached: run this again later.`);
      if (faults > 0 || invented.length > 0) process.exitCode = 1;
    }
  }),
);
