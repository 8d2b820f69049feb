import { ExplainedError } from '../../ground/explainedError.ts';
import type { Log } from '../../ground/log.ts';
import { ChainFault } from '../nodes/chainFault.ts';
import { EvmNode } from '../nodes/evmNode.ts';
import { JsonRpc } from '../nodes/jsonRpc.ts';
import type { ChainConfig, Chains } from './chainConfig.ts';

const timeoutMs = 5_000;

/**
 * Looks at each node before anything starts, and says which is not what the configuration says. That stops its chain, which looks
 * again by itself, and neither the start nor the other chains.
 */
export async function checkChains(chains: Chains, log: Log): Promise<void> {
  const checks = [...chains.values()].flatMap((config) =>
    [config.node, ...(config.auditNode ? [config.auditNode] : [])].map(async (address) => {
      const node = new EvmNode(new JsonRpc({ ...address, stopping: AbortSignal.timeout(timeoutMs) }));
      const { chain } = config;
      try {
        await checkNode(node, config);
      } catch (error) {
        if (error instanceof ChainFault && error.kind !== 'fatal')
          log.warn({ chain, why: error.message }, 'a node does not answer yet');
        else if (error instanceof ChainFault || error instanceof ExplainedError)
          log.error(
            { alarm: 'chain: configuration', chain, why: error.message },
            'this chain stands until its node is right',
          );
        else throw error;
      }
    }),
  );
  await Promise.all(checks);
}

/**
 * Sees that a node is of the chain that is meant, and its token counts as configured: one wrong digit there would make a
 * deposit a million millions of it.
 * @throws ExplainedError if not; ChainFault if it does not answer
 */
export async function checkNode(node: EvmNode, config: ChainConfig): Promise<void> {
  await checkChainId(node, config);
  const { chain, token } = config;
  const decimals = await node.decimals(token.account);
  if (decimals !== token.decimals)
    throw new ExplainedError(`CHAIN_${chain}_USDT has ${decimals} decimals, and ${token.decimals} are configured.`);
}

/** @throws ExplainedError if it is of another chain; ChainFault if it does not answer */
export async function checkChainId(node: EvmNode, { chain, chainId }: ChainConfig): Promise<void> {
  const actual = await node.chainId();
  if (actual !== chainId)
    throw new ExplainedError(`CHAIN_${chain}_RPC_URL is a node of chain ${actual}, not ${chainId}.`);
}
