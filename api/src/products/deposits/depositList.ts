import { type DepositChain, type DepositState, depositNetworks, money, type Parsed } from '@trellis/api-contract';
import { addressOfAccount } from '@trellis/api-contract/addresses';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';
import { markTopic } from '../../governance/change/topics.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ChainFacts } from './chainFacts.ts';

type ShownDeposit = AnswerOf<'member', 'listDeposits'>['deposits'][number];

interface TransferRow {
  readonly id: string;
  readonly chain: DepositChain;
  readonly transaction: Buffer;
  readonly usdt: string;
  readonly usd: string | null;
  readonly state: DepositState;
  readonly block_time: Date;
  readonly account: Buffer;
  readonly journal: string | null;
}

const transferColumns = `t.id, t.chain, t.transaction, t.usdt, CASE WHEN t.state = 'credited' THEN t.usd END AS usd, t.state,
  t.block_time, t.account, t.journal`;

interface PreviewRow {
  readonly chain: DepositChain;
  readonly transaction: Buffer;
  readonly log_index: number;
  readonly usdt: string;
  readonly block_time: Date;
  readonly block: string;
  readonly head: string;
}

const defaultLimit = 20;
/** Nobody has more than a few; a flood of dust is cut here. */
const mostConfirming = 50;

/** A member's deposits: what is confirming, then what was recorded, newest first. */
export class DepositList {
  readonly #database: Database;
  readonly #facts: ChainFacts;

  constructor(database: Database, facts: ChainFacts) {
    this.#database = database;
    this.#facts = facts;
  }

  /** What is confirming stands on the first page alone, and beyond its limit. */
  async page(
    memberId: string,
    { after, limit = defaultLimit }: Parsed<'listDeposits'>,
  ): Promise<AnswerOf<'member', 'listDeposits'>> {
    if (after !== undefined && !/^[0-9]{1,18}$/.test(after))
      throw new AppError('request.invalid', { fields: [{ path: 'after', code: 'field.format' }] });
    const rows = await this.#database.rows<TransferRow>(
      `SELECT ${transferColumns} FROM deposit_transfer t
        WHERE t.member_id = $1 AND ($2::bigint IS NULL OR t.id < $2::bigint) ORDER BY t.id DESC LIMIT $3`,
      [memberId, after ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const confirming = after === undefined ? await this.#confirming(memberId) : [];
    return {
      deposits: [...confirming, ...shown.map((row) => this.#recorded(row))],
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** The deposit of a member's that a journal put on the balance. */
  async ofJournal(memberId: string, journal: string): Promise<ShownDeposit | undefined> {
    const row = await this.#database.one<TransferRow>(
      `SELECT ${transferColumns} FROM deposit_transfer t WHERE t.member_id = $1 AND t.journal = $2`,
      [memberId, journal],
    );
    return row && this.#recorded(row);
  }

  async #confirming(memberId: string): Promise<ShownDeposit[]> {
    const rows = await this.#database.rows<PreviewRow>(
      `SELECT p.chain, p.transaction, p.log_index, p.usdt, p.block_time, p.block, max(c.head) AS head
         FROM deposit_preview p JOIN chain_cursor c ON c.chain = p.chain AND c.kind = 'main'
        WHERE p.member_id = $1
          AND NOT EXISTS (SELECT 1 FROM deposit_transfer d WHERE d.chain = p.chain AND d.transaction = p.transaction)
        GROUP BY p.chain, p.transaction, p.log_index ORDER BY p.block DESC, p.log_index DESC LIMIT $2`,
      [memberId, mostConfirming],
    );
    return rows.map(({ chain, transaction, log_index: logIndex, usdt, block_time: at, block, head }) => {
      const needed = this.#facts.needed(chain);
      return {
        id: `${hexOf(transaction)}-${logIndex}`,
        chain,
        standard: depositNetworks[chain].standard,
        state: 'confirming',
        received: money(BigInt(usdt), 'USDT'),
        credited: null,
        address: null,
        transaction: this.#facts.transaction(chain, transaction),
        reference: null,
        needed,
        at,
        confirmations: Math.max(0, Math.min(needed, Number(head) - Number(block))),
      };
    });
  }

  #recorded({ id, chain, transaction, usdt, usd, state, block_time: at, account, journal }: TransferRow): ShownDeposit {
    const needed = this.#facts.needed(chain);
    return {
      id,
      chain,
      standard: depositNetworks[chain].standard,
      state,
      received: money(BigInt(usdt), 'USDT'),
      credited: usd === null ? null : money(BigInt(usd), 'USD'),
      // Where the transfer itself says that it went: what is stored alongside may have been changed.
      address: addressOfAccount(chain, account),
      transaction: this.#facts.transaction(chain, transaction),
      reference: journal,
      confirmations: needed,
      needed,
      at,
    };
  }
}

/** Its mark changes with every deposit, every confirmation, and with what becomes of one that was in suspense. */
export const depositTopic = markTopic('deposits', {
  mark: `concat_ws(' ', latest.id, latest.credited, latest.returning, confirming.blocks)`,
  joins: `LEFT JOIN LATERAL (
     SELECT max(id) AS id, count(*) FILTER (WHERE state = 'credited') AS credited,
            count(*) FILTER (WHERE state = 'returning') AS returning FROM (
       SELECT id, state FROM deposit_transfer d WHERE d.member_id = asked.member ORDER BY id DESC LIMIT 100) newest
   ) latest ON true
   LEFT JOIN LATERAL (
     SELECT string_agg(p.chain || p.log_index || ':' || c.head, ',' ORDER BY p.chain, p.transaction) AS blocks
       FROM deposit_preview p JOIN chain_cursor c ON c.chain = p.chain AND c.kind = 'main'
      WHERE p.member_id = asked.member) confirming ON true`,
  writtenIn: { table: 'deposit_transfer', member: 'member_id' },
  // Those on their way, which are few: each block is news.
  atPresent: `SELECT p.member_id AS member, p.chain || c.head AS mark
                FROM deposit_preview p JOIN chain_cursor c ON c.chain = p.chain AND c.kind = 'main'`,
});
