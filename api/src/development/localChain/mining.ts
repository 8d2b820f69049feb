import type { Job } from '../../platform/jobs/job.ts';
import type { LocalChains } from './localChains.ts';

/** More than any chain here waits for. */
const enough = 25;

/**
 * Lets the local chain grow while a transaction waits for confirmations, two blocks a second: the node itself makes a
 * block for each transaction and none after it. At rest nothing grows.
 */
export function mining({ node }: LocalChains): Job {
  let seen: number | undefined;
  let busy = Number.NEGATIVE_INFINITY;
  return {
    name: 'local chain',
    pauseMs: 500,
    async run() {
      const head = await node.head();
      for (let block = seen === undefined ? Math.max(0, head - enough) : seen + 1; block <= head; block += 1)
        if (await node.hasTransactions(block)) busy = block;
      seen = head;
      if (head < busy + enough) await node.mine(1);
      return false;
    },
  };
}
