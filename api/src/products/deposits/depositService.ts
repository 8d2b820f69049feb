import { money, moneyText } from '@trellis/api-contract';
import type { ChainConfig } from '../../chain/config/chainConfig.ts';
import { bytesOf, hexOf } from '../../chain/nodes/hexadecimal.ts';
import type { PreviewedTransfer, SettledTransfer, TransferSink } from '../../chain/watch/transferSink.ts';
import type { Tell } from '../../governance/tell/tell.ts';
import type { Clock } from '../../ground/clock.ts';
import { accountOf } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DepositJournals } from './depositJournals.ts';
import { type DepositRules, type DepositValue, minorUsdt, valueAt } from './depositValue.ts';
import type { HeldDeposits } from './heldDeposits.ts';

export interface DepositServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: DepositRules;
  readonly journals: DepositJournals;
  readonly held: HeldDeposits;
  readonly tell: Tell;
}

interface OwnAccount {
  readonly account: Buffer;
  readonly member_id: string;
  readonly verified: boolean;
}

/** Keeps and credits what a chain's watcher finds: each transfer once, whoever finds it and however often. */
export class DepositService implements TransferSink {
  readonly #parts: DepositServiceParts;
  readonly #config: ChainConfig;

  constructor(parts: DepositServiceParts, config: ChainConfig) {
    this.#parts = parts;
    this.#config = config;
  }

  async membersOf(accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#owners(accounts, '')).map((row) => [hexOf(row.account), row.member_id]));
  }

  async record(transfers: readonly SettledTransfer[]): Promise<number> {
    if (transfers.length === 0) return 0;
    // Whether an address is verified must not change before what is held for it can be seen.
    const owners = await this.#owners([...new Set(transfers.map(({ to }) => to))], 'FOR SHARE');
    const byAccount = new Map(owners.map((owner) => [hexOf(owner.account), owner]));
    await this.#parts.database.rows('SELECT lock_accounts($1::bigint[])', [
      owners.map(({ member_id: member }) => accountOf(member, 'usdAvailable').toString()),
    ]);
    let found = 0;
    for (const transfer of transfers) {
      const owner = byAccount.get(transfer.to);
      if (owner && (await this.#recordOne(transfer, owner))) found += 1;
    }
    return found;
  }

  async preview(transfers: readonly PreviewedTransfer[]): Promise<void> {
    const { database } = this.#parts;
    const { chain, token } = this.#config;
    await database.change('DELETE FROM deposit_preview WHERE chain = $1', [chain], { rows: 'any' });
    const members = await this.membersOf([...new Set(transfers.map(({ to }) => to))]);
    for (const { transaction, logIndex, block, blockTime, to, units } of transfers)
      await database.change(
        `INSERT INTO deposit_preview (chain, transaction, log_index, block, block_time, member_id, usdt)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          chain,
          bytesOf(transaction),
          logIndex,
          block,
          blockTime,
          members.get(to) ?? null,
          minorUsdt(units, token.decimals).toString(),
        ],
        { rows: 1 },
      );
  }

  /** @returns whether it was not known */
  async #recordOne(transfer: SettledTransfer, owner: OwnAccount): Promise<boolean> {
    const { journals, held } = this.#parts;
    const { member_id: memberId } = owner;
    const usdt = minorUsdt(transfer.units, this.#config.token.decimals);
    const { minimum, value } = await this.#judge(transfer, usdt);
    const id = await this.#insert(transfer, memberId, { usdt, minimum, value });
    if (id === undefined) return false;
    const name = `${this.#config.chain} ${transfer.transaction.slice(2)} ${transfer.ordinal}`;
    if (value && owner.verified) await held.credit({ id, memberId, name, usdt, value }, 'usdtCustody');
    else {
      if (usdt > 0n) await journals.setAside({ memberId, name, usdt });
      await this.#tell(memberId, usdt, value ? undefined : minimum);
    }
    return true;
  }

  /** @returns what held at the block's time; no value below the minimum */
  async #judge(
    { blockTime }: SettledTransfer,
    usdt: bigint,
  ): Promise<{ minimum: bigint; value: DepositValue | undefined }> {
    const { rules } = this.#parts;
    const { minimum, fee } = await rules.at(blockTime);
    if (usdt < minimum) return { minimum, value: undefined };
    const value = valueAt(usdt, fee, await rules.rate(blockTime));
    return { minimum, value: value.usd > 0n ? value : undefined };
  }

  /** @returns the new row's id, as held or below the minimum; `undefined` if the transfer is known */
  async #insert(
    transfer: SettledTransfer,
    memberId: string,
    { usdt, minimum, value }: { usdt: bigint; minimum: bigint; value: DepositValue | undefined },
  ): Promise<string | undefined> {
    return this.#parts.database.insert(
      'deposit_transfer',
      {
        chain: this.#config.chain,
        token: bytesOf(transfer.token),
        transaction: bytesOf(transfer.transaction),
        ordinal: transfer.ordinal,
        block: transfer.block,
        block_hash: bytesOf(transfer.blockHash),
        block_time: transfer.blockTime,
        sender: bytesOf(transfer.from),
        account: bytesOf(transfer.to),
        member_id: memberId,
        units: transfer.units.toString(),
        usdt: usdt.toString(),
        minimum: minimum.toString(),
        usd: value?.usd.toString() ?? null,
        fee: value?.fee.toString() ?? null,
        rate: value?.rateId ?? null,
        state: value ? 'held_unverified' : 'below_minimum',
        recorded_at: this.#parts.clock.now(),
      },
      { returning: 'id', unless: ['chain', 'transaction', 'ordinal'] },
    );
  }

  /** @param minimum in USDT, if what came is below it */
  async #tell(memberId: string, usdt: bigint, minimum: bigint | undefined): Promise<void> {
    const received = moneyText(money(usdt, 'USDT'));
    const { tell } = this.#parts;
    if (minimum === undefined) await tell.member(memberId, 'depositHeld', { received });
    else {
      const least = moneyText(money(minimum, 'USDT'));
      await tell.member(memberId, 'depositBelowMinimum', { received, minimum: least });
    }
  }

  #owners(accounts: readonly string[], lock: '' | 'FOR SHARE'): Promise<OwnAccount[]> {
    return this.#parts.database.rows<OwnAccount>(
      `SELECT account, member_id, verified_at IS NOT NULL AS verified FROM deposit_address
        WHERE chain = $1 AND account = ANY (ARRAY(SELECT decode(hex, 'hex') FROM unnest($2::text[]) AS asked (hex)))
        ORDER BY member_id ${lock}`,
      [this.#config.chain, accounts.map((account) => account.slice(2))],
    );
  }
}
