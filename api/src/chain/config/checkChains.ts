import { ExplainedError } from '../../ground/explainedError.ts';
import type { Log } from '../../ground/log.ts';
import { ChainFault } from '../nodes/chainFault.ts';
import { EvmNode } from '../nodes/evmNode.ts';
import { JsonRpc } from '../nodes/jsonRpc.ts';
import type { ChainConfig, Chains } from './chainConfig.ts';

const patienceMs = 5_000;

/**
 * Sees before anything starts that each node is what the configuration says. One that does not answer now may answer
 * later, and is looked at again before it is believed; a wrong one stays wrong.
 * @throws ExplainedError
 */
export async function checkChains(chains: Chains, log: Log): Promise<void> {
  const looks = [...chains.values()].flatMap((config) =>
    [config.node, ...(config.auditNode ? [config.auditNode] : [])].map(async (address) => {
      const node = new EvmNode(new JsonRpc({ ...address, stopping: AbortSignal.timeout(patienceMs) }));
      try {
        await checkNode(node, config);
      } catch (error) {
        if (!(error instanceof ChainFault)) throw error;
        if (error.kind === 'fatal') throw new ExplainedError(`${config.chain}: ${error.message}.`, { cause: error });
        log.warn({ chain: config.chain, why: error.message }, 'a node does not answer yet');
      }
    }),
  );
  await Promise.all(looks);
}

/**
 * Sees that a node is of the chain that is meant, and its token counts as configured: one wrong digit there would make a
 * deposit a million millions of it.
 * @throws ExplainedError if not; ChainFault if it does not answer
 */
export async function checkNode(node: EvmNode, { chain, chainId, token }: ChainConfig): Promise<void> {
  const found = await node.chainId();
  if (found !== chainId)
    throw new ExplainedError(`CHAIN_${chain}_RPC_URL is a node of chain ${found}, not ${chainId}.`);
  const decimals = await node.decimals(token.account);
  if (decimals !== token.decimals)
    throw new ExplainedError(`CHAIN_${chain}_USDT has ${decimals} decimals, and ${token.decimals} are configured.`);
}
