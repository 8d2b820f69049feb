/** `npm run chain:watch`: watches the chains in a process of its own, until it is told to stop. */
import { Jobs } from '../../jobs/loop.ts';
import { ChainFault } from '../chainFault.ts';
import { checkNode } from '../chainWork.ts';
import { EvmNode } from '../evmNode.ts';
import { JsonRpc } from '../jsonRpc.ts';
import { withParts } from './parts.ts';
import { run } from './run.ts';

run(() =>
  withParts(async ({ chains, work, log }) => {
    for (const config of chains.values()) {
      try {
        await checkNode(new EvmNode(new JsonRpc(config.node)), config);
      } catch (error) {
        // A node that does not answer now may answer later; a wrong one stays wrong.
        if (!(error instanceof ChainFault)) throw error;
        log.warn({ chain: config.chain, why: error.message }, 'the node does not answer yet');
      }
    }
    const jobs = new Jobs(work.jobs(), log);
    log.info({ chains: [...chains.keys()] }, 'watching');
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    });
    work.stop();
    await jobs.stop();
    await work.release();
  }),
);
