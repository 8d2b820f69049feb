/** `npm run chain:check`: whether the nodes of the configuration are what it says. Exits 1 if one is not. */

import { readSettings } from '../../app/settings.ts';
import type { ChainConfig } from '../../chain/config/chainConfig.ts';
import { checkNode } from '../../chain/config/checkChains.ts';
import { ChainFault } from '../../chain/nodes/chainFault.ts';
import { EvmNode } from '../../chain/nodes/evmNode.ts';
import { JsonRpc, type NodeAddress } from '../../chain/nodes/jsonRpc.ts';
import { run, say } from '../run.ts';
import { configuredChains } from './parts.ts';

const usage = `Usage: npm run chain:check
Asks every configured node whether it is what the configuration says; exits 1 if one is not.`;

run(usage, async () => {
  for (const config of configuredChains(readSettings(process.env)).values()) {
    await look(config, 'node', config.node);
    if (config.auditNode) await look(config, 'audit node', config.auditNode);
    else say(`${config.chain} audit node: none, so nobody notices what the first one leaves out`);
  }
});

async function look(config: ChainConfig, name: string, address: NodeAddress): Promise<void> {
  const node = new EvmNode(new JsonRpc(address));
  try {
    await checkNode(node, config);
    const head = await node.block('latest');
    const final = config.requireFinalized ? await node.block('finalized') : head;
    if (!head || !final) throw new ChainFault('fatal', 'it has no latest or no final block');
    const age = Math.round((Date.now() - head.time.getTime()) / 1000);
    say(`${config.chain} ${name}: chain ${config.chainId}, ${config.token.decimals} decimals`);
    say(`  block ${head.number}, ${age} s old; ${head.number - final.number} behind it the last final one`);
    const from = Math.max(0, final.number - config.maximumSpan + 1);
    const { transfers } = await node.transfers(config.token.account, from, final.number);
    say(`  answers ${final.number - from + 1} blocks at once, with ${transfers.length} transfers`);
    say(`  first address ${config.key.at(0).address}`);
  } catch (error) {
    say(`${config.chain} ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
