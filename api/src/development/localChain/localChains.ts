import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DepositChain, depositChains } from '@trellis/api-contract';
import { addressOfAccount } from '@trellis/api-contract/addresses';
import { z } from 'zod';
import type { ChainConfig, Chains } from '../../chain/config/chainConfig.ts';
import { DepositKey } from '../../chain/config/depositKey.ts';
import { bytesOf } from '../../chain/nodes/hexadecimal.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { findAnvil, type LocalNodeProcess, startAnvil } from './anvil.ts';
import { developmentKeys } from './developmentKeys.ts';
import { LocalNode } from './localNode.ts';

export const localWallets = ['elsewhere', 'custody'] as const;
export type LocalWallet = (typeof localWallets)[number];

/** BSC and TRON for development: one node of our own, with a test USDT for each, as either has it. */
export interface LocalChains {
  readonly configs: Chains;
  readonly node: LocalNode;
  /** Wallets that have test USDT: one elsewhere, and the platform's own, from which alone a payout counts. */
  readonly wallets: Readonly<Record<LocalWallet, string>>;
  stop(): Promise<void>;
}

const wallets = { elsewhere: `0x${'fa'.repeat(20)}`, custody: `0x${'ca'.repeat(20)}` };
const chainId = 31_337;
const like: Readonly<Record<DepositChain, { readonly decimals: number; readonly confirmations: number }>> = {
  BSC: { decimals: 18, confirmations: 15 },
  TRON: { decimals: 6, confirmations: 20 },
};

const account = z.string().regex(/^0x[0-9a-f]{40}$/);
/** What is remembered between two starts, and shown to commands alongside a running Trellis. */
const memory = z.strictObject({
  url: z.string(),
  startBlock: z.int(),
  tokens: z.strictObject({ BSC: account, TRON: account }),
  custody: account,
  /** A block of this chain: on another one its hash is another. */
  mark: z.strictObject({ block: z.int(), hash: z.string() }),
});
type Memory = z.infer<typeof memory>;

/** Whether a chain is still the one that was read as far as the database says. */
export type StillReads = (node: LocalNode, token: string) => Promise<boolean>;

/**
 * Starts the node. Its chain goes on where it was, unless its state was lost or is older than what was read of it: then
 * there are new tokens, and with them new cursors. Nothing is credited twice, and nothing has to be halted.
 * @returns `undefined` if the program is not installed. @throws Error if it does not start
 */
export async function startLocalChains(
  dataDir: string,
  clock: Clock,
  stillReads: StillReads,
): Promise<LocalChains | undefined> {
  const program = findAnvil();
  if (program === undefined) return undefined;
  const folder = join(dataDir, 'chain');
  mkdirSync(folder, { recursive: true });
  const running = await startWithState(program, join(folder, 'state.json'));
  const node = new LocalNode(running.url, clock);
  const known = remembered(dataDir);
  const resumes = known && (await isSameChain(node, known)) && (await allRead(node, known, stillReads));
  const chain: Memory = { ...(resumes ? known : await begin(node)), url: running.url };
  writeFileSync(join(folder, 'chain.json'), JSON.stringify(chain));
  return { configs: configsOf(chain), node, wallets, stop: () => running.stop() };
}

/** For commands alongside a running Trellis: the chains that are configured, or in development those that it has started. */
export function chainsAlongside({
  chains,
  production,
  dataDir,
}: Pick<Config, 'production' | 'dataDir'> & { readonly chains: Chains }): Chains {
  if (chains.size > 0 || production) return chains;
  const known = remembered(dataDir);
  return known ? configsOf(known) : new Map();
}

async function startWithState(program: string, state: string): Promise<LocalNodeProcess> {
  const options = ['--chain-id', String(chainId), '--state', state, '--state-interval', '30'];
  try {
    return await startAnvil(program, options);
  } catch {
    // A state that was only half written, or is another version's: a new chain then.
    rmSync(state, { force: true });
    return startAnvil(program, options);
  }
}

function remembered(dataDir: string): Memory | undefined {
  try {
    return memory.parse(JSON.parse(readFileSync(join(dataDir, 'chain', 'chain.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

const isSameChain = async (node: LocalNode, { mark }: Memory): Promise<boolean> =>
  (await node.hashOf(mark.block)) === mark.hash;

async function allRead(node: LocalNode, { tokens }: Memory, stillReads: StillReads): Promise<boolean> {
  for (const token of Object.values(tokens)) if (!(await stillReads(node, token))) return false;
  return true;
}

async function begin(node: LocalNode): Promise<Omit<Memory, 'url'>> {
  for (const wallet of Object.values(wallets)) await node.fund(wallet);
  const startBlock = await node.head();
  const deploy = async (chain: DepositChain) => {
    const token = await node.deployToken(wallets.elsewhere, like[chain].decimals);
    await node.transfer(token, wallets.elsewhere, wallets.custody, 10n ** BigInt(like[chain].decimals + 6));
    return token;
  };
  const tokens = { BSC: await deploy('BSC'), TRON: await deploy('TRON') };
  const block = await node.head();
  return { startBlock, tokens, custody: wallets.custody, mark: { block, hash: (await node.hashOf(block)) ?? '' } };
}

function configsOf({ url, startBlock, tokens }: Memory): Chains {
  return new Map(
    depositChains.map((chain): [DepositChain, ChainConfig] => {
      const { decimals, confirmations } = like[chain];
      const token = { address: addressOfAccount(chain, bytesOf(tokens[chain])), account: tokens[chain], decimals };
      const key = DepositKey.read(chain, developmentKeys[chain]);
      return [
        chain,
        {
          chain,
          node: { url },
          auditNode: undefined,
          chainId,
          token,
          confirmations,
          requireFinalized: true,
          key,
          custody: new Set([wallets.custody]),
          startBlock,
          maximumSpan: 2_000,
          auditDelayMs: 0,
          pauseMs: 400,
        },
      ];
    }),
  );
}
