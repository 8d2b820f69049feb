import type { Log } from '../log.ts';
import { StartupError } from '../startupError.ts';
import type { Chains } from './chainConfig.ts';
import { ChainFault } from './chainFault.ts';
import { checkNode } from './chainWork.ts';
import { EvmNode } from './evmNode.ts';
import { JsonRpc } from './jsonRpc.ts';

const patienceMs = 5_000;

/**
 * Sees before anything starts that each node is what the configuration says. One that does not answer now may answer
 * later, and is looked at again before it is believed; a wrong one stays wrong.
 * @throws StartupError
 */
export async function checkChains(chains: Chains, log: Log): Promise<void> {
  const looks = [...chains.values()].flatMap((config) =>
    [config.node, ...(config.auditNode ? [config.auditNode] : [])].map(async (address) => {
      const node = new EvmNode(new JsonRpc({ ...address, stopping: AbortSignal.timeout(patienceMs) }));
      try {
        await checkNode(node, config);
      } catch (error) {
        if (!(error instanceof ChainFault)) throw error;
        if (error.kind === 'fatal') throw new StartupError(`${config.chain}: ${error.message}.`, { cause: error });
        log.warn({ chain: config.chain, why: error.message }, 'a node does not answer yet');
      }
    }),
  );
  await Promise.all(looks);
}
