import { Batcher, batcherConnections, createLog, Lanes } from '../../../api/src/testing/index.ts';
import { type Contender, closedLoop } from './contender.ts';
import { nextPair, transferOf } from './workload.ts';

/** What the API does with a transfer once it has one: the batcher, in this process. */
export function batched(url: string): Contender {
  const lanes = new Lanes({ url, connections: batcherConnections, prepared: true });
  const batcher = new Batcher(lanes, createLog('silent', 1));
  return {
    name: 'batched',
    run: (workload, clients, milliseconds) =>
      closedLoop(clients, milliseconds, async () => {
        const posted = await batcher.submit(transferOf(nextPair(workload), workload));
        if (!posted) throw new Error('a transfer beyond doubt was not posted');
      }),
    async close() {
      await batcher.close();
      await lanes.close();
    },
  };
}
