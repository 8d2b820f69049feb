import { type ChainFinding, money, moneyText } from '@trellis/api-contract';
import type { ChainConfig } from '../../chain/config/chainConfig.ts';
import { bytesOf, hexOf } from '../../chain/nodes/hexadecimal.ts';
import { type UnreadableLog, unreadable } from '../../chain/nodes/transferLog.ts';
import type {
  FaultToReread,
  PreviewedTransfer,
  RecordedTransfer,
  SettledTransfer,
  TransferSink,
} from '../../chain/watch/transferSink.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { accountOf } from '../../ledger/accounts.ts';
import { type Database, isRetryable, sqlState } from '../../platform/db/database.ts';
import type { ChainFaults } from './chainFaults.ts';
import type { DepositJournals } from './depositJournals.ts';
import { type DepositRules, type DepositValue, minorUsdt, valueAt } from './depositValue.ts';
import type { HeldDeposits } from './heldDeposits.ts';

export interface DepositServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rules: DepositRules;
  readonly journals: DepositJournals;
  readonly held: HeldDeposits;
  readonly faults: ChainFaults;
  readonly notifier: Notifier;
}

interface OwnAccount {
  readonly account: Buffer;
  readonly member_id: string;
  readonly verified: boolean;
  /** Its owner was erased: nobody can use what comes. */
  readonly erased: boolean;
}

interface DepositFacts {
  readonly usdt: bigint;
  readonly minimum: bigint;
  readonly value: DepositValue | undefined;
  readonly state: 'held_unverified' | 'below_minimum' | 'suspense';
  readonly reason?: string;
}

/** More does not fit into a row. */
const mostMinor = 2n ** 63n - 1n;
/** So many are priced at one look. */
const mostPriced = 100;
/** Classes of SQLSTATE that say something of the row, and nothing of the database: data, constraints, rights, our own guards. */
const ofItem = /^(22|23|42501|T[A-Z])/;

/** What a guard said of one transfer, in one word. @throws whatever is no matter of that transfer */
function itemFault(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const state = sqlState(error);
  if (state === undefined || !ofItem.test(state) || isRetryable(error)) throw error;
  return `refused.${state}`;
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
    let recorded = 0;
    for (const transfer of transfers) {
      const owner = byAccount.get(transfer.to);
      if (owner && (await this.#recordOrSuspend(transfer, owner))) recorded += 1;
    }
    await this.#parts.faults.closeRecorded(this.#config.chain, transfers);
    return recorded;
  }

  async recordFaults(logs: readonly UnreadableLog[]): Promise<void> {
    for (const fault of logs) await this.#recordFault(fault);
  }

  faultsToReread = (): Promise<readonly FaultToReread[]> => this.#parts.faults.toReread(this.#config.chain);

  noteFinding = ({ id }: FaultToReread, finding: ChainFinding): Promise<void> =>
    this.#parts.faults.noteFinding(id, finding);

  async recorded({ after, upTo, limit }: Parameters<TransferSink['recorded']>[0]): Promise<RecordedTransfer[]> {
    const { chain, token } = this.#config;
    const rows = await this.#parts.database.rows<RecordedRow>(
      `SELECT d.id, d.token, d.transaction, d.ordinal, d.block, d.block_hash, d.block_time, d.sender, d.account, d.units, d.usdt,
              EXISTS (SELECT 1 FROM deposit_address a WHERE a.account = d.account AND a.member_id = d.member_id) AS own
         FROM deposit_transfer d
        WHERE d.chain = $1 AND d.id > $2 AND d.id <= $3 ORDER BY d.id LIMIT $4`,
      [chain, after, upTo, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      ...{ token: hexOf(row.token), transaction: hexOf(row.transaction), ordinal: row.ordinal },
      ...{ block: Number(row.block), blockHash: hexOf(row.block_hash), blockTime: row.block_time },
      ...{ from: hexOf(row.sender), to: hexOf(row.account), units: BigInt(row.units) },
      sound: row.own && minorUsdt(BigInt(row.units), token.decimals) === BigInt(row.usdt),
    }));
  }

  async lastRecorded(): Promise<string> {
    const row = await this.#parts.database.one<{ id: string }>(
      'SELECT id FROM deposit_transfer WHERE chain = $1 ORDER BY id DESC LIMIT 1',
      [this.#config.chain],
    );
    return row?.id ?? '0';
  }

  async priceWaiting(): Promise<number> {
    const { database, clock, held, log } = this.#parts;
    const waiting = await database.rows<{ id: string }>(
      `SELECT id FROM deposit_transfer WHERE chain = $1 AND state = 'suspense' AND reason IN ('rate.stale', 'rate.unavailable')
         AND usdt < deposit_two_from($2) AND EXISTS (SELECT 1 FROM deposit_rate($2, $2)) ORDER BY id LIMIT ${mostPriced}`,
      [this.#config.chain, clock.now()],
    );
    let priced = 0;
    for (const { id } of waiting)
      try {
        if (await database.inTransaction(() => held.price(id))) priced += 1;
      } catch (error) {
        log.error({ alarm: 'deposit not credited', deposit: id, why: itemFault(error) }, 'it stays in suspense');
      }
    return priced;
  }

  async preview(transfers: readonly PreviewedTransfer[]): Promise<void> {
    const { database } = this.#parts;
    const { chain, token } = this.#config;
    await database.change('DELETE FROM deposit_preview WHERE chain = $1', [chain], { rows: 'any' });
    const members = await this.membersOf([...new Set(transfers.map(({ to }) => to))]);
    for (const { transaction, logIndex, block, blockTime, to, units } of transfers) {
      const usdt = minorUsdt(units, token.decimals);
      // Nothing, or more than there can be: the latter is looked at when it counts.
      if (usdt === 0n || usdt > mostMinor) continue;
      await database.change(
        `INSERT INTO deposit_preview (chain, transaction, log_index, block, block_time, member_id, usdt)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [chain, bytesOf(transaction), logIndex, block, blockTime, members.get(to) ?? null, usdt.toString()],
        { rows: 1 },
      );
    }
  }

  /**
   * What one transfer meets stops none behind it: a guard that refuses it puts it into suspense, and what cannot even be put
   * there is kept as a fault.
   * @returns whether it was not known
   */
  async #recordOrSuspend(transfer: SettledTransfer, owner: OwnAccount): Promise<boolean> {
    const { database, log } = this.#parts;
    const { chain } = this.#config;
    // Less than the smallest unit is nothing that anybody could hold.
    if (minorUsdt(transfer.units, this.#config.token.decimals) === 0n) return false;
    let reason: string;
    try {
      return await database.attempt(() => this.#recordOne(transfer, owner));
    } catch (error) {
      reason = itemFault(error);
    }
    log.error(
      { alarm: 'deposit in suspense', chain, transaction: transfer.transaction, reason },
      'somebody has to decide',
    );
    try {
      return await database.attempt(() => this.#suspend(transfer, owner.member_id, reason));
    } catch (error) {
      const { block } = transfer;
      await this.#recordFault(unreadable(transfer, { from: block, to: block }, `${reason}, ${itemFault(error)}`));
      return false;
    }
  }

  /** @returns whether it was not known */
  async #recordOne(transfer: SettledTransfer, owner: OwnAccount): Promise<boolean> {
    const { journals, held } = this.#parts;
    const { member_id: memberId } = owner;
    const usdt = minorUsdt(transfer.units, this.#config.token.decimals);
    // Nobody could take it out of their account: two treasurers return it.
    const judged = owner.erased ? 'erased' : await this.#judge(transfer, usdt);
    if (typeof judged === 'string') return this.#suspend(transfer, memberId, judged);
    const { minimum, value } = judged;
    const state = value ? 'held_unverified' : 'below_minimum';
    const id = await this.#insert(transfer, memberId, { usdt, minimum, value, state });
    if (id === undefined) return false;
    const name = this.#nameOf(transfer);
    if (value && owner.verified) await held.credit({ id, memberId, name, usdt, value }, 'usdtCustody');
    else {
      await journals.holdInSuspense({ memberId, name, usdt });
      await this.#notify(memberId, usdt, value ? undefined : { minimum, deposit: id });
    }
    return true;
  }

  /** Keeps one in suspense: a journal moves it there, and nobody has it on their balance. @returns whether it was not known */
  async #suspend(transfer: SettledTransfer, memberId: string, reason: string): Promise<boolean> {
    const usdt = minorUsdt(transfer.units, this.#config.token.decimals);
    const facts = { usdt, minimum: 0n, value: undefined, state: 'suspense', reason } as const;
    if ((await this.#insert(transfer, memberId, facts)) === undefined) return false;
    await this.#parts.journals.holdInSuspense({ memberId, name: this.#nameOf(transfer), usdt });
    return true;
  }

  #nameOf = ({ transaction, ordinal }: SettledTransfer): string =>
    `${this.#config.chain} ${transaction.slice(2)} ${ordinal}`;

  async #recordFault({ block, lastBlock, transaction, logIndex, log: text, reason }: UnreadableLog): Promise<void> {
    const { database, clock, log } = this.#parts;
    const { chain } = this.#config;
    const id = await database.insert(
      'chain_fault',
      {
        ...{ chain, block, last_block: lastBlock, transaction, log_index: logIndex, log: text, reason },
        recorded_at: clock.now(),
      },
      { returning: 'id', unless: ['chain', 'transaction', 'log_index'] },
    );
    if (id !== undefined)
      log.error(
        { alarm: 'chain fault', chain, block, transaction, reason },
        'a transfer was passed over: somebody has to look',
      );
  }

  /**
   * @returns what held at the block's time; no value below the minimum; the code of a refusal where there was no usable rate,
   * `large` where two people decide
   */
  async #judge(
    { blockTime }: SettledTransfer,
    usdt: bigint,
  ): Promise<{ minimum: bigint; value: DepositValue | undefined } | string> {
    const { rules, clock } = this.#parts;
    const { minimum, fee } = await rules.at(blockTime);
    if (usdt < minimum) return { minimum, value: undefined };
    const rate = await rules.rate(blockTime).catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });
    const twoFrom = await rules.twoFrom(clock.now());
    // Without a rate the amount itself says whether it is one for two people.
    if (typeof rate === 'string') return usdt >= twoFrom ? 'large' : rate;
    const value = valueAt(usdt, fee, rate);
    if (value.usd >= twoFrom) return 'large';
    return { minimum, value: value.usd > 0n ? value : undefined };
  }

  /** @returns the new row's id, as held, below the minimum or in suspense; `undefined` if the transfer is known */
  async #insert(
    transfer: SettledTransfer,
    memberId: string,
    { usdt, minimum, value, state, reason }: DepositFacts,
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
        state,
        reason: reason ?? null,
        recorded_at: this.#parts.clock.now(),
      },
      { returning: 'id', unless: ['chain', 'transaction', 'ordinal'] },
    );
  }

  /** @param below the minimum in USDT, if what came is below it: of many in one day (UTC) only the first is notified */
  async #notify(
    memberId: string,
    usdt: bigint,
    below: { readonly minimum: bigint; readonly deposit: string } | undefined,
  ): Promise<void> {
    const received = moneyText(money(usdt, 'USDT'));
    const { notifier, database } = this.#parts;
    if (below === undefined) return notifier.member(memberId, 'depositHeld', { received });
    const earlier = await database.one(
      `SELECT 1 AS found FROM deposit_transfer new JOIN deposit_transfer d ON d.member_id = new.member_id AND d.id < new.id
         AND d.state = 'below_minimum' AND d.recorded_at >= date_trunc('day', new.recorded_at, 'UTC')
        WHERE new.id = $1 LIMIT 1`,
      [below.deposit],
    );
    if (earlier) return;
    await notifier.member(memberId, 'depositBelowMinimum', {
      received,
      minimum: moneyText(money(below.minimum, 'USDT')),
    });
  }

  #owners(accounts: readonly string[], lock: '' | 'FOR SHARE'): Promise<OwnAccount[]> {
    return this.#parts.database.rows<OwnAccount>(
      `SELECT account, member_id, verified_at IS NOT NULL AS verified, m.erased_at IS NOT NULL AS erased
         FROM deposit_address JOIN member m ON m.id = member_id
        WHERE chain = $1 AND account = ANY (ARRAY(SELECT decode(hex, 'hex') FROM unnest($2::text[]) AS asked (hex)))
        ORDER BY member_id ${lock}`,
      [this.#config.chain, accounts.map((account) => account.slice(2))],
    );
  }
}

interface RecordedRow {
  readonly id: string;
  readonly token: Buffer;
  readonly transaction: Buffer;
  readonly ordinal: number;
  readonly block: string;
  readonly block_hash: Buffer;
  readonly block_time: Date;
  readonly sender: Buffer;
  readonly account: Buffer;
  readonly units: string;
  readonly usdt: string;
  readonly own: boolean;
}
