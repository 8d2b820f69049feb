import { money, type Output, type Parsed } from '@trellis/api-contract';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../http/problem.ts';
import { memberAccountKind, memberAccounts } from '../../money/accounts.ts';
import type { MemberRepository } from '../members/memberRepository.ts';

const defaultLimit = 20;

interface RecordRow {
  readonly account: string;
  readonly seq: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly recorded_at: Date;
  readonly journal: string;
  readonly kind: 'opening' | 'transfer';
  readonly memo: Readonly<Record<string, string>>;
}

/** Where the next page starts: for each account code, the sequence number below which it goes on. */
type Position = Readonly<Record<string, string>>;

/**
 * A member's history over all their accounts, newest first. Pages use the posting's primary key alone: of each
 * account the next few rows below its own mark, merged by time.
 */
export class Records {
  readonly #database: Database;
  readonly #members: MemberRepository;

  constructor(database: Database, members: MemberRepository) {
    this.#database = database;
    this.#members = members;
  }

  async page(memberId: string, query: Parsed<'listRecords'>): Promise<Output<'listRecords'>> {
    const limit = query.limit ?? defaultLimit;
    const codes = Object.values(memberAccounts)
      .filter(({ unit }) => query.unit === undefined || unit === query.unit)
      .map(({ code }) => code);
    const from = query.after === undefined ? {} : readCursor(query.after);
    const rows = await this.#read(memberId, codes, from, query.kind, limit + 1);
    const shown = rows.slice(0, limit);
    const names = await this.#members.usernamesOf(shown.flatMap((row) => counterpartyOf(row, memberId) ?? []));
    return {
      records: shown.map((row) => present(row, memberId, names)),
      next: rows.length > limit ? writeCursor(advance(from, shown)) : null,
    };
  }

  #read(
    memberId: string,
    codes: readonly number[],
    from: Position,
    kind: RecordKind | undefined,
    limit: number,
  ): Promise<RecordRow[]> {
    const journalKind = kind === undefined ? null : kind === 'opening' ? 'opening' : 'transfer';
    const sign = kind === 'transfer_in' ? 1 : kind === 'transfer_out' ? -1 : 0;
    return this.#database.query<RecordRow>(
      `SELECT page.* FROM unnest($1::bigint[], $2::bigint[]) AS mark (account, below)
         CROSS JOIN LATERAL (
           SELECT p.account, p.seq, p.amount, p.balance_after, p.recorded_at, p.journal, j.kind, j.memo
             FROM posting p JOIN journal j ON j.id = p.journal
            WHERE p.account = mark.account AND p.seq < mark.below
              AND ($3::text IS NULL OR j.kind = $3) AND ($4::int = 0 OR sign(p.amount) = $4)
            ORDER BY p.seq DESC LIMIT $5) AS page
        ORDER BY page.recorded_at DESC, page.account, page.seq DESC LIMIT $5`,
      [
        codes.map((code) => (BigInt(memberId) * 1000n + BigInt(code)).toString()),
        codes.map((code) => from[code] ?? '9223372036854775807'),
        journalKind,
        sign,
        limit,
      ],
    );
  }
}

type RecordKind = NonNullable<Parsed<'listRecords'>['kind']>;

const codeOf = (row: RecordRow): number => Number(BigInt(row.account) % 1000n);

/** The other member of a transfer, by id. */
function counterpartyOf(row: RecordRow, memberId: string): string | undefined {
  const { sender, recipient } = row.memo;
  return sender === memberId ? recipient : sender;
}

function present(row: RecordRow, memberId: string, names: ReadonlyMap<string, string>) {
  const { unit } = memberAccountKind(codeOf(row));
  const amount = BigInt(row.amount);
  const counterparty = names.get(counterpartyOf(row, memberId) ?? '');
  const kind: RecordKind = row.kind === 'opening' ? 'opening' : amount > 0n ? 'transfer_in' : 'transfer_out';
  return {
    id: `${codeOf(row)}-${row.seq}`,
    kind,
    money: money(amount, unit),
    balanceAfter: money(BigInt(row.balance_after), unit),
    at: row.recorded_at.toISOString(),
    reference: row.journal,
    ...(counterparty === undefined ? {} : { counterparty }),
  };
}

function advance(from: Position, shown: readonly RecordRow[]): Position {
  const marks: Record<string, string> = { ...from };
  for (const row of shown) marks[codeOf(row)] = row.seq;
  return marks;
}

const writeCursor = (position: Position): string =>
  Buffer.from(
    Object.entries(position)
      .map(([code, seq]) => `${code}.${seq}`)
      .join('_'),
  ).toString('base64url');

/** Cursors only ever narrow a member's own accounts, so a forged one shows nothing new. @throws AppError request.invalid */
function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^(?:[0-9]{3}\.[0-9]{1,18}(?:_(?!$)|$))+$/.test(text))
    throw new AppError('request.invalid', { fields: [{ path: 'after', code: 'field.format' }] });
  return Object.fromEntries(text.split('_').map((pair) => pair.split('.') as [string, string]));
}
