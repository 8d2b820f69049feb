import type { DepositChain } from '@trellis/api-contract';
import { addressOfAccount } from '@trellis/api-contract/addresses';
import type { ChainConfig } from '../chain/config/chainConfig.ts';
import { DepositKey } from '../chain/config/depositKey.ts';
import { bytesOf } from '../chain/nodes/hexadecimal.ts';
import { findAnvil, startAnvil } from '../development/localChain/anvil.ts';
import { developmentKeys } from '../development/localChain/developmentKeys.ts';
import { LocalNode } from '../development/localChain/localNode.ts';
import { callOf, transferOf } from '../development/localChain/testToken.ts';

/** Who has all tokens. */
const treasury = `0x${'fa'.repeat(20)}`;
const chainId = 31_337;

/** A real chain of a test's own, with a token of 18 decimals for BSC and one of 6 for TRON, on one node. */
export class TestChain {
  readonly node: LocalNode;
  readonly url: string;
  readonly configs: ReadonlyMap<DepositChain, ChainConfig>;
  readonly #stop: () => Promise<void>;

  private constructor(node: LocalNode, url: string, configs: readonly ChainConfig[], stop: () => Promise<void>) {
    this.node = node;
    this.url = url;
    this.configs = new Map(configs.map((config) => [config.chain, config]));
    this.#stop = stop;
  }

  static async start(): Promise<TestChain> {
    const program = findAnvil();
    if (program === undefined) throw new Error('anvil is not installed: npm install with optional packages');
    const running = await startAnvil(program, ['--chain-id', String(chainId)]);
    const node = new LocalNode(running.url);
    await node.fund(treasury);
    const config = async (chain: DepositChain, decimals: number, confirmations: number): Promise<ChainConfig> => {
      const account = await node.deployToken(treasury, decimals);
      const address = addressOfAccount(chain, bytesOf(account));
      return {
        chain,
        chainId,
        confirmations,
        requireFinalized: true,
        startBlock: 0,
        maximumSpan: 2_000,
        node: { url: running.url },
        auditNode: { url: running.url },
        auditDelayMs: 0,
        pauseMs: 50,
        token: { address, account, decimals },
        key: DepositKey.read(chain, developmentKeys[chain]),
        custody: new Set([treasury]),
      };
    };
    const configs = [await config('BSC', 18, 12), await config('TRON', 6, 12)];
    return new TestChain(node, running.url, configs, running.stop);
  }

  config(chain: DepositChain): ChainConfig {
    const config = this.configs.get(chain);
    if (!config) throw new Error(`no ${chain}`);
    return config;
  }

  /** The public key that deposit addresses come from. */
  xpub(chain: DepositChain): string {
    return developmentKeys[chain];
  }

  /** Sends whole and decimal tokens, as in `25.5`. @returns the transaction */
  pay(chain: DepositChain, to: string, amount: string): Promise<string> {
    const { token } = this.config(chain);
    return this.node.transfer(token.account, treasury, to, unitsOf(amount, token.decimals));
  }

  /** Several transfers in one transaction. */
  async payMany(chain: DepositChain, recipients: readonly string[], amount: string): Promise<string> {
    const { token } = this.config(chain);
    const words = [64n, unitsOf(amount, token.decimals), BigInt(recipients.length), ...recipients.map(BigInt)];
    const data = callOf('multi(address[],uint256)', words);
    const hash = await this.node.send({ from: treasury, to: token.account, data });
    await this.node.receiptOf(hash);
    return hash;
  }

  /** A payment in a transaction that fails: whoever sends it has nothing. @returns its hash, once a block has it */
  async payInVain(chain: DepositChain, to: string, amount: string): Promise<string> {
    const { token } = this.config(chain);
    const poor = `0x${'77'.repeat(20)}`;
    await this.node.fund(poor);
    return this.node.send({ from: poor, to: token.account, data: transferOf(to, unitsOf(amount, token.decimals)) });
  }

  /** Another token with the same name and form. */
  async imitate(to: string, amount: string): Promise<string> {
    const token = await this.node.deployToken(treasury, 18);
    return this.node.transfer(token, treasury, to, unitsOf(amount, 18));
  }

  /** Gives tokens to the account that `payBehindOthers` pays from. */
  async fundSigner(chain: DepositChain, amount: string): Promise<void> {
    const [signer = ''] = (await this.node.call('eth_accounts')) as string[];
    await this.pay(chain, signer, amount);
  }

  /**
   * Puts a payment into one block behind a transaction with three other logs, with signatures of real keys.
   * @returns the payment as it was signed, which any later block can take once more
   */
  async payBehindOthers(chain: DepositChain, to: string, amount: string): Promise<string> {
    const { token } = this.config(chain);
    const [payer = '', noisy = ''] = (await this.node.call('eth_accounts')) as string[];
    const units = unitsOf(amount, token.decimals);
    // Without it nothing is signed.
    await this.node.call('anvil_autoImpersonateAccount', false);
    await this.node.call('evm_setAutomine', false);
    const common = { to: token.account, gas: '0x7a120', maxFeePerGas: '0x174876e800' };
    const first = { ...common, from: noisy, data: callOf('noise(uint256)', [3n]), maxPriorityFeePerGas: '0xba43b7400' };
    const second = { ...common, from: payer, data: transferOf(to, units), maxPriorityFeePerGas: '0x3b9aca00' };
    await this.node.call('eth_sendTransaction', first);
    const hash = await this.node.call('eth_sendTransaction', second);
    await this.node.mine(1);
    await this.node.call('evm_setAutomine', true);
    await this.node.call('anvil_autoImpersonateAccount', true);
    return String(await this.node.call('debug_getRawTransaction', hash));
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

/** A decimal amount in a token's smallest units. */
export function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
