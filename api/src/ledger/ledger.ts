import type { JournalKind, Unit } from '@trellis/api-contract';
import { v7 as uuidv7 } from 'uuid';
import type { Bind, Database } from '../platform/db/database.ts';
import type { AccountId } from './accounts.ts';
import type { CountedOperation } from './limits.ts';
import { explainPostingError } from './refusals.ts';

/** One leg of a journal, in minor units of its account's unit; negative takes from the account. */
export interface Leg {
  readonly account: AccountId;
  readonly amountMinor: bigint;
}

/** Counts an amount against a rule for limits in the same call. */
export interface LimitUse {
  readonly operation: CountedOperation;
  readonly unit: Unit;
  readonly amountMinor: bigint;
}

/** What every money call names: on whose behalf, under which key, and what was asked. */
interface KeyedRequest {
  /** The key is theirs alone. 0 is the platform. */
  readonly owner: string;
  readonly key: string;
  readonly requestHash: Buffer;
  /** Facts for records: ids, never names or texts. */
  readonly memo: Readonly<Record<string, string>>;
  /** The unit that refusals are shown in. */
  readonly unit: Unit;
}

export interface JournalRequest extends KeyedRequest {
  readonly kind: JournalKind;
  readonly legs: readonly Leg[];
  readonly limit?: LimitUse;
}

/** Reserves an amount of one of the owner's accounts in another of theirs. */
export interface HoldRequest extends KeyedRequest {
  readonly source: AccountId;
  readonly pending: AccountId;
  readonly amountMinor: bigint;
  readonly limit?: Omit<LimitUse, 'amountMinor'>;
}

/** Ends a hold: `legs` say where the settled part goes; the rest returns to its source. Without legs all of it does. */
export interface EndHoldRequest extends KeyedRequest {
  readonly holdId: string;
  readonly legs: readonly Leg[];
}

export interface ReversalRequest extends KeyedRequest {
  readonly journalId: string;
}

/** Does what a quote promises, and uses it up. Limits of the operation `exchange` count what is given. */
export interface ExchangeRequest extends KeyedRequest {
  readonly quoteId: string;
  readonly now: Date;
}

export interface PostedJournal {
  readonly id: string;
  readonly replayed: boolean;
  readonly at: Date;
  /** Balance after, by account. Empty for a replay. */
  readonly balances: ReadonlyMap<AccountId, bigint>;
}

interface PostRow {
  readonly journal_id: string;
  readonly replayed: boolean;
  readonly at: Date;
  readonly balances: readonly string[] | null;
}

/** The typed door to the posting function: nobody else calls it. */
export class Ledger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Posts one journal inside the running transaction.
   * @throws AppError money.insufficient_balance, money.below_minimum, money.above_maximum, money.daily_limit or
   *   idempotency.key_reused
   */
  post(request: JournalRequest): Promise<PostedJournal> {
    const legs = inLockOrder(request.legs);
    return this.#call(
      'SELECT * FROM post($1, $2, $3, $4, $5, $6, $7::bigint[], $8::bigint[], $9, $10, $11)',
      inPostOrder(postArguments(request, legs)),
      legs.map(({ account }) => account),
      request.unit,
    );
  }

  /**
   * Reserves money. The hold's id is the journal's.
   * @throws AppError as `post`
   */
  hold(request: HoldRequest): Promise<PostedJournal> {
    const { source, pending, amountMinor, limit } = request;
    return this.#call(
      'SELECT * FROM hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        ...common(request, 'hold'),
        source.toString(),
        pending.toString(),
        amountMinor.toString(),
        limit?.operation ?? null,
        limit?.unit ?? null,
      ],
      source < pending ? [source, pending] : [pending, source],
      request.unit,
    );
  }

  /**
   * Settles a hold, whole or in part, or releases it. It ends once, whatever is asked afterwards under another key.
   * @throws AppError money.hold_ended if it is not open, and as `post`
   */
  endHold(request: EndHoldRequest): Promise<PostedJournal> {
    const legs = inLockOrder(request.legs);
    return this.#call(
      'SELECT * FROM end_hold($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9::bigint[])',
      [
        ...common(request, legs.length > 0 ? 'settlement' : 'release'),
        request.holdId,
        accountsOf(legs),
        amountsOf(legs),
      ],
      // The function adds the hold's own legs, so their places are not known here.
      [],
      request.unit,
    );
  }

  /**
   * Posts the mirror image of a journal of the same owner, exactly once.
   * @throws AppError money.not_reversible, money.insufficient_balance if what was received is spent
   */
  reverse(request: ReversalRequest): Promise<PostedJournal> {
    return this.#call(
      'SELECT * FROM reverse_journal($1, $2, $3, $4, $5, $6, $7)',
      [...common(request, 'reversal'), request.journalId],
      [],
      request.unit,
    );
  }

  /**
   * Exchanges at a quote, which is consumed in the same call.
   * @throws AppError exchange.quote_expired if it is used, expired or not the owner's; rate.resting; and as `post`
   */
  exchange(request: ExchangeRequest): Promise<PostedJournal> {
    return this.#call(
      'SELECT * FROM post_exchange($1, $2, $3, $4, $5, $6, $7, $8)',
      [...common(request, 'exchange'), request.quoteId, request.now],
      [],
      request.unit,
    );
  }

  async #call(sql: string, bind: readonly Bind[], accounts: readonly AccountId[], unit: Unit): Promise<PostedJournal> {
    if (!this.#database.isInTransaction()) throw new Error('money moves only inside inTransaction');
    let row: PostRow | undefined;
    try {
      [row] = await this.#database.rows<PostRow>(sql, bind);
    } catch (error) {
      throw explainPostingError(error, unit) ?? error;
    }
    if (!row) throw new Error('the ledger answered nothing');
    return {
      id: row.journal_id,
      replayed: row.replayed,
      at: row.at,
      balances: balancesAfter(accounts, row.balances),
    };
  }
}

/** The arguments of `post`, and of whatever posts in its stead. */
export interface PostArguments {
  readonly id: string;
  readonly owner: string;
  readonly key: string;
  readonly hash: Buffer;
  readonly kind: string;
  readonly memo: string;
  readonly accounts: readonly string[];
  readonly amounts: readonly string[];
  readonly limit: string | null;
  readonly limitUnit: string | null;
  readonly limitAmount: string | null;
}

export function postArguments(request: JournalRequest, legs: readonly Leg[]): PostArguments {
  const { limit } = request;
  const [id, owner, key, hash, kind, memo] = common(request, request.kind);
  return {
    id,
    owner,
    key,
    hash,
    kind,
    memo,
    accounts: accountsOf(legs),
    amounts: amountsOf(legs),
    limit: limit?.operation ?? null,
    limitUnit: limit?.unit ?? null,
    limitAmount: limit ? limit.amountMinor.toString() : null,
  };
}

/** In the order of the function's parameters. */
const inPostOrder = (post: PostArguments): Bind[] => [
  post.id,
  post.owner,
  post.key,
  post.hash,
  post.kind,
  post.memo,
  post.accounts,
  post.amounts,
  post.limit,
  post.limitUnit,
  post.limitAmount,
];

/** Balances by account, from a list in the order of the legs. A replay has none. */
export function balancesAfter(
  accounts: readonly AccountId[],
  balances: readonly string[] | null,
): ReadonlyMap<AccountId, bigint> {
  return new Map(balances === null ? [] : accounts.map((account, index) => [account, BigInt(balances[index] ?? 0)]));
}

/** The first six arguments of every money function; the journal's id is made by the caller. */
function common(
  request: KeyedRequest,
  kind: JournalKind,
): [id: string, owner: string, key: string, hash: Buffer, kind: string, memo: string] {
  return [uuidv7(), request.owner, request.key, request.requestHash, kind, JSON.stringify(request.memo)];
}

const accountsOf = (legs: readonly Leg[]): string[] => legs.map(({ account }) => account.toString());
const amountsOf = (legs: readonly Leg[]): string[] => legs.map(({ amountMinor }) => amountMinor.toString());

const isSystem = (account: bigint): boolean => account < 1000n;

/** The one global order of locks: members by id, the platform's accounts last, so that two postings never deadlock. */
export function inLockOrder(legs: readonly Leg[]): Leg[] {
  return [...legs].sort((a, b) => {
    if (isSystem(a.account) !== isSystem(b.account)) return isSystem(a.account) ? 1 : -1;
    return a.account < b.account ? -1 : 1;
  });
}
