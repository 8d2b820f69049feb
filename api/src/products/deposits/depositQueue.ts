import { type DepositChain, type DepositState, money } from '@trellis/api-contract';
import { addressOfAccount } from '@trellis/api-contract/addresses';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';
import { countExported } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ChainFacts } from './chainFacts.ts';

type Page = AnswerOf<'operator', 'listAllDeposits'>;
type Shown = Page['deposits'][number];
export type DepositSearch = ParsedOf<'operator', 'listAllDeposits'>;
export type DepositFilter = Omit<DepositSearch, 'after' | 'limit'>;
export type ShownDeposit = Shown;

interface RecordedRow {
  readonly id: string;
  readonly username: string;
  readonly chain: DepositChain;
  readonly transaction: Buffer;
  readonly state: DepositState;
  readonly reason: string | null;
  readonly usdt: string;
  readonly usd: string | null;
  readonly minimum: string;
  readonly at: Date;
  readonly sender: Buffer;
  readonly release_asked_by: string | null;
  readonly return_asked_by: string | null;
  readonly withdrawal: string | null;
}
interface PreviewRow {
  readonly username: string;
  readonly chain: DepositChain;
  readonly transaction: Buffer;
  readonly log_index: number;
  readonly usdt: string;
  readonly at: Date;
  readonly above: string;
}
interface ReaderRow {
  readonly chain: DepositChain;
  readonly kind: 'main' | 'audit';
  readonly next_block: string;
  readonly head: string;
  readonly looked_at: Date | null;
  readonly halted_at: Date | null;
  readonly halted_reason: string | null;
}

const defaultLimit = 50;
/** More of one kind is not counted. */
const mostCounted = 1_000;

/** Deposits of all members, by an index of each state. */
export class DepositQueue {
  readonly #database: Database;
  readonly #facts: ChainFacts;

  constructor(database: Database, facts: ChainFacts) {
    this.#database = database;
    this.#facts = facts;
  }

  async page(search: DepositSearch): Promise<Page> {
    const { rows, next } = await this.rows(search, search.after, search.limit ?? defaultLimit);
    return { deposits: [...rows], counts: await this.#counts(), readers: await this.#readers(), next };
  }

  /** One page of a search. What confirms is not paged: so many at once are looked at at the node. */
  async rows(
    { state = 'below_minimum', username }: DepositFilter,
    after: string | undefined,
    limit: number,
  ): Promise<{ rows: readonly Shown[]; next: string | null }> {
    if (state === 'confirming') return { rows: await this.#confirming(username), next: null };
    const recorded = await this.#recorded(state, username, after, limit + 1);
    const rows = recorded.slice(0, limit);
    return { rows, next: recorded.length > limit ? (rows.at(-1)?.id ?? null) : null };
  }

  /** How many deposits a search lists, as far as one file holds them. */
  async count({ state = 'below_minimum', username }: DepositFilter): Promise<{ rows: number; more: boolean }> {
    // Never more than a page of them.
    if (state === 'confirming') return { rows: (await this.#confirming(username)).length, more: false };
    const { wanted, values } = recordedOf(state, username);
    return countExported(this.#database, `SELECT 1 FROM deposit_transfer d WHERE ${wanted.join(' AND ')}`, values);
  }

  async #recorded(
    state: DepositState,
    username: string | undefined,
    after: string | undefined,
    limit: number,
  ): Promise<Shown[]> {
    const { wanted, values } = recordedOf(state, username);
    if (after !== undefined) wanted.push(`d.id < $${values.push(after)}::bigint`);
    const rows = await this.#database.rows<RecordedRow>(
      `SELECT d.id, m.username, d.chain, d.transaction, d.state, CASE WHEN d.state = 'suspense' THEN d.reason END AS reason, d.usdt, d.minimum, d.block_time AS at,
              CASE WHEN d.state = 'credited' THEN d.usd END AS usd,
              d.sender, (SELECT a.requested_by FROM approval a WHERE a.action = 'deposit.release' AND a.subject = d.id::text
                  AND a.closed_at IS NULL AND a.expires_at > product_now() LIMIT 1) AS release_asked_by,
              (SELECT a.requested_by FROM approval a WHERE a.action = 'deposit.return' AND a.payload ->> 'deposit' = d.id::text
                  AND a.closed_at IS NULL AND a.expires_at > product_now() LIMIT 1) AS return_asked_by,
              (SELECT w.id FROM approval a JOIN withdrawal w ON w.deposit_return = a.subject::bigint
                WHERE a.action = 'deposit.return' AND a.payload ->> 'deposit' = d.id::text AND w.status <> 'rejected' LIMIT 1) AS withdrawal
         FROM deposit_transfer d JOIN member m ON m.id = d.member_id
        WHERE ${wanted.join(' AND ')} ORDER BY d.id DESC LIMIT $${values.push(limit)}`,
      values,
    );
    return rows.map(({ id, username: owner, chain, transaction, usdt, usd, minimum, at, ...row }) => {
      const needed = this.#facts.needed(chain);
      return {
        ...{ id, username: owner, chain, state: row.state, received: money(BigInt(usdt), 'USDT') },
        ...{ credited: usd === null ? null : money(BigInt(usd), 'USD'), minimum: money(BigInt(minimum), 'USDT') },
        ...{ transaction: this.#facts.transaction(chain, transaction), confirmations: needed, needed },
        ...{ sender: addressOfAccount(chain, row.sender), at, withdrawal: row.withdrawal },
        ...{ reason: row.reason, releaseAskedBy: row.release_asked_by, returnAskedBy: row.return_asked_by },
      };
    });
  }

  async #confirming(username: string | undefined): Promise<Shown[]> {
    const rows = await this.#database.rows<PreviewRow>(
      `SELECT m.username, p.chain, p.transaction, p.log_index, p.usdt, p.block_time AS at,
              (SELECT max(c.head) FROM chain_cursor c WHERE c.chain = p.chain AND c.kind = 'main') - p.block AS above
         FROM deposit_preview p JOIN member m ON m.id = p.member_id
        WHERE ($1::text IS NULL OR m.username_key = $1)
          AND NOT EXISTS (SELECT 1 FROM deposit_transfer d WHERE d.chain = p.chain AND d.transaction = p.transaction)
        ORDER BY p.block_time DESC, p.transaction, p.log_index LIMIT ${mostCounted}`,
      [username?.toLowerCase() ?? null],
    );
    return rows.map(({ username: owner, chain, transaction, log_index: index, usdt, at, above }) => {
      const needed = this.#facts.needed(chain);
      return {
        ...{ id: `${hexOf(transaction)}-${index}`, username: owner, chain, state: 'confirming' as const },
        ...{ received: money(BigInt(usdt), 'USDT'), credited: null, minimum: null },
        ...{
          transaction: this.#facts.transaction(chain, transaction),
          needed,
          at,
          ...{ sender: null, reason: null, releaseAskedBy: null, returnAskedBy: null, withdrawal: null },
        },
        confirmations: Math.max(0, Math.min(needed, Number(above))),
      };
    });
  }

  async #counts(): Promise<Page['counts']> {
    const counted = (state: string) =>
      `(SELECT count(*)::int FROM (SELECT 1 FROM deposit_transfer WHERE state = '${state}' LIMIT ${mostCounted}) few)`;
    const row = await this.#database.one<Page['counts']>(
      `SELECT (SELECT count(*)::int FROM deposit_preview p
                WHERE NOT EXISTS (SELECT 1 FROM deposit_transfer d WHERE d.chain = p.chain AND d.transaction = p.transaction)) AS confirming,
              ${counted('below_minimum')} AS below_minimum, ${counted('held_unverified')} AS held_unverified, ${counted('suspense')} AS suspense,
              ${counted('returning')} AS returning,
              (SELECT count(*)::int FROM (SELECT 1 FROM chain_fault WHERE closed_at IS NULL LIMIT ${mostCounted}) few) AS faults`,
    );
    return row ?? { confirming: 0, below_minimum: 0, held_unverified: 0, suspense: 0, returning: 0, faults: 0 };
  }

  async #readers(): Promise<Page['readers']> {
    const rows = await this.#database.rows<ReaderRow>(
      `SELECT chain, kind, next_block, head, looked_at, halted_at, halted_reason FROM chain_cursor ORDER BY chain, kind DESC`,
    );
    return rows.map(({ chain, kind, next_block: next, head, looked_at: lookedAt, halted_at: halted, ...row }) => ({
      ...{ chain, kind, nextBlock: Number(next), head: Number(head), haltedReason: row.halted_reason },
      ...{ lookedAt, haltedAt: halted },
    }));
  }
}

/** What a search asks of each transfer `d`, with its values from `$1` on: only what is asked for, so that its index serves. */
function recordedOf(state: DepositState, username: string | undefined) {
  const values: (string | number)[] = [state];
  const wanted = ['d.state = $1'];
  if (username !== undefined)
    wanted.push(`d.member_id = (SELECT id FROM member WHERE username_key = $${values.push(username.toLowerCase())})`);
  return { wanted, values };
}
