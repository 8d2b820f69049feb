import { setTimeout as delay } from 'node:timers/promises';
import { JsonRpc } from '../../chain/nodes/jsonRpc.ts';
import { quantity, readData, readQuantity } from '../../chain/nodes/quantities.ts';
import { type Clock, systemClock } from '../../ground/clock.ts';
import { deploymentOf, transferOf } from './testToken.ts';

const gas = quantity(3_000_000);

/** What is done with a chain of our own, alongside what the product does with any. */
export class LocalNode {
  readonly #rpc: JsonRpc;
  readonly #clock: Clock;
  /** What makes a block goes one by one: its time is set first, and must not be before that of another in between. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: string, clock: Clock = systemClock) {
    this.#rpc = new JsonRpc({ url });
    this.#clock = clock;
  }

  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#rpc.call(method, params);
  }

  async head(): Promise<number> {
    return readQuantity(await this.call('eth_blockNumber'), 'block number');
  }

  /** `undefined`: there is no such block. */
  async hashOf(block: number): Promise<string | undefined> {
    const answer = await this.call('eth_getBlockByNumber', quantity(block), false);
    return answer === null ? undefined : readData((answer as Record<string, unknown>).hash, 32, 'block hash');
  }

  async hasTransactions(block: number): Promise<boolean> {
    return (await this.call('eth_getBlockTransactionCountByNumber', quantity(block))) !== '0x0';
  }

  /** Makes blocks. Their time is the clock's: the node alone would let each be a second later than the one before. */
  async mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block += 1) await this.#makeBlock(() => this.call('evm_mine'));
  }

  /**
   * An account with ether for fees. Its transactions begin at a number of their own: on a chain that begins again none
   * is the same as one of the chain before.
   */
  async fund(account: string): Promise<void> {
    await this.call('anvil_setBalance', account, quantity(10n ** 24n));
    await this.call('anvil_setNonce', account, quantity(Math.floor(Math.random() * 2 ** 40)));
  }

  /** Makes a token, all of which the account has. @returns its account */
  async deployToken(from: string, decimals: number): Promise<string> {
    const receipt = await this.receiptOf(await this.send({ from, data: deploymentOf(decimals) }));
    return readData(receipt.contractAddress, 20, 'token');
  }

  /** @returns the transaction's hash, once a block has it */
  async transfer(token: string, from: string, to: string, units: bigint): Promise<string> {
    const hash = await this.send({ from, to: token, data: transferOf(to, units) });
    await this.receiptOf(hash);
    return hash;
  }

  async send(transaction: { readonly from: string; readonly to?: string; readonly data: string }): Promise<string> {
    const hash = await this.#makeBlock(() => this.call('eth_sendTransaction', { ...transaction, gas }));
    return readData(hash, 32, 'transaction hash');
  }

  /** The receipt, once a block has the transaction. @throws Error if it failed */
  async receiptOf(hash: string): Promise<Record<string, unknown>> {
    for (;;) {
      const receipt = await this.call('eth_getTransactionReceipt', hash);
      if (typeof receipt === 'object' && receipt !== null) {
        const fields = receipt as Record<string, unknown>;
        if (readQuantity(fields.status, 'status') !== 1) throw new Error(`the transaction ${hash} failed`);
        return fields;
      }
      await delay(10);
    }
  }

  #makeBlock(make: () => Promise<unknown>): Promise<unknown> {
    const made = this.#turn.then(async () => {
      await this.#setTime();
      return make();
    });
    this.#turn = made.catch(() => undefined);
    return made;
  }

  async #setTime(): Promise<void> {
    const { timestamp } = (await this.call('eth_getBlockByNumber', 'latest', false)) as Record<string, unknown>;
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    await this.call('evm_setNextBlockTimestamp', Math.max(now, readQuantity(timestamp, 'block time')));
  }
}
