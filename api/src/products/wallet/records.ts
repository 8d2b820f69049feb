import {
  type BalanceUnit,
  balanceUnits,
  isCorrectionCause,
  type JournalKind,
  journalKinds,
  type Money,
  money,
  type Parsed,
  type RecordKind,
  recordKinds,
  seenOf,
} from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { AppError } from '../../ground/errors.ts';
import { memberAccountKind, memberAccounts, systemAccount } from '../../ledger/accounts.ts';
import { Past } from '../../ledger/past.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Memo, type RecordAbout, readAbout } from './about.ts';

const defaultLimit = 20;
/** So many postings of an account are looked at for the kinds that there are. */
const lookedBack = 1_000;
/** So many postings of an account one page looks at for those of a kind, of which there may be few or none. */
const lookedThrough = 5_000;

interface RecordRow {
  readonly account: string;
  readonly seq: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly recorded_at: Date;
  readonly journal: string;
  readonly kind: JournalKind;
  readonly memo: Memo;
}

const recordedCodes: readonly number[] = Object.values(memberAccounts).flatMap(({ code, isRecorded }) =>
  isRecorded ? [code] : [],
);

/** A record with where it comes from, for those who report more of it. */
export interface FoundRecord {
  readonly record: AnswerOf<'member', 'listRecords'>['records'][number];
  /** The other side of an exchange. */
  readonly exchanged: Money | null;
  /** `null` where nothing can cost, or another paid. */
  readonly fee: Money | null;
  readonly journal: string;
  readonly kind: JournalKind;
  readonly memo: Memo;
}

/** A record with the place in its account from which a list goes on. */
export interface MarkedRecord {
  readonly code: string;
  readonly seq: string;
  readonly at: Date;
  readonly record: AnswerOf<'member', 'listRecords'>['records'][number];
}

/** The postings of one action: what leads, then what else it moved. */
type Action = [lead: RecordRow, ...others: RecordRow[]];

type RecordFilter = Pick<Parsed<'listRecords'>, 'unit' | 'kind' | 'from' | 'to'>;

/** Which postings a kind of record is: of which journals, and whether they add (1), take (-1) or either (0). */
interface PostingsOf {
  readonly journal: JournalKind;
  readonly sign: -1 | 0 | 1;
}
const postingsOf = new Map<RecordKind, PostingsOf>();
for (const journal of Object.keys(journalKinds) as JournalKind[]) {
  const { plus, minus } = seenOf(journal);
  if (plus) postingsOf.set(plus, { journal, sign: plus === minus ? 0 : 1 });
  if (minus && minus !== plus) postingsOf.set(minus, { journal, sign: -1 });
}

/** Where the next page starts: for each account code, the sequence number below which it goes on. */
type Position = Readonly<Record<string, string>>;

/**
 * A member's history over all their accounts, newest first. Pages use the posting's primary key alone: of each
 * account the next few rows below its own mark, merged by time.
 */
export class Records {
  readonly #database: Database;
  readonly #about: readonly RecordAbout[];
  readonly #most: number;
  readonly #past: Past;

  /**
   * @param about what products say of their records
   * @param most so many postings of an account one page looks at for those of a kind
   */
  constructor(database: Database, about: readonly RecordAbout[], most = lookedThrough, past = new Past(database)) {
    this.#database = database;
    this.#about = about;
    this.#most = most;
    this.#past = past;
  }

  /** A page of records, each a posting. */
  async page(memberId: string, query: Parsed<'listRecords'>): Promise<AnswerOf<'member', 'listRecords'>> {
    const { rows, ...rest } = await this.#pageOf(memberId, query, false);
    const aboutOf = await this.aboutOf(memberId, rows);
    return { records: rows.map((row) => present(row, aboutOf)), ...rest };
  }

  /**
   * A page of what the member did and what came, each action once: what it moved besides what leads stands with it. An
   * action is whole on one page; a narrowed list names all of it, too.
   */
  async actions(memberId: string, query: Parsed<'listRecords'>): Promise<AnswerOf<'member', 'listRecords'>> {
    const { rows, ...rest } = await this.#pageOf(memberId, query, true);
    const [actions, aboutOf] = [await this.#together(memberId, rows, query), await this.aboutOf(memberId, rows)];
    return {
      records: actions.map(([lead, ...others]) => ({ ...present(lead, aboutOf), ...withOthers(others) })),
      ...rest,
    };
  }

  /** The postings of a page, and where the next begins. @param isWhole it ends with the last moment, which is not cut in two */
  async #pageOf(memberId: string, query: Parsed<'listRecords'>, isWhole: boolean) {
    const limit = query.limit ?? defaultLimit;
    const codes = recordedCodes.filter(
      (code) => query.unit === undefined || memberAccountKind(code).unit === query.unit,
    );
    const from = query.after === undefined ? {} : readCursor(query.after);
    const most = limit + (isWhole ? codes.length : 1);
    const { rows, reached } = await this.#find(memberId, codes, from, query, most);
    let end = Math.min(limit, rows.length);
    const momentAt = (at: number) => rows[at]?.recorded_at.getTime();
    while (isWhole && end < rows.length && momentAt(end) === momentAt(end - 1)) end += 1;
    // All that was read may be of one moment: then the next page says whether there is more.
    const goesOn = rows.length === most || rows.length > end;
    const next = goesOn ? advance(from, rows.slice(0, end)) : reached?.marks;
    return {
      rows: rows.slice(0, end),
      next: next ? writeCursor(next) : null,
      ...(!goesOn && reached && { lookedTo: reached.at }),
    };
  }

  /** Postings by action, the latest first, what leads before what it moved besides. */
  async #together(memberId: string, rows: readonly RecordRow[], { unit, kind }: RecordFilter): Promise<Action[]> {
    const actionOf = (row: RecordRow) => (seenOf(row.kind).isOne ? row.journal : `${row.account} ${row.seq}`);
    const actions = Map.groupBy(rows, actionOf);
    const journals = rows.filter((row) => seenOf(row.kind).isOne).map(({ journal }) => journal);
    // Of a narrowed list the rest of each is no part.
    if (journals.length > 0 && (unit !== undefined || kind !== undefined)) {
      const whole = Map.groupBy(await this.#ofJournals(memberId, journals), ({ journal }) => journal);
      for (const [journal, postings] of whole) actions.set(journal, postings);
    }
    return [...actions.values()].map((postings) => postings.sort(byLead(unit)) as Action);
  }

  /**
   * The newest of all records, each account's below its own mark, for a list that mixes them with what else happened.
   * @param marks by account code, the sequence number below which to go on; without one from the newest
   */
  async newest(memberId: string, marks: Position, limit: number): Promise<MarkedRecord[]> {
    const rows = await this.#read(memberId, recordedCodes, marks, {}, limit);
    const aboutOf = await this.aboutOf(memberId, rows);
    return rows.map((row) => ({
      code: String(codeOf(row)),
      seq: row.seq,
      at: row.recorded_at,
      record: present(row, aboutOf),
    }));
  }

  /**
   * @param id a record's own, or the reference of its journal, which may have two: then what came in
   * @throws AppError request.not_found for what is not theirs, as for what does not exist
   */
  async one(memberId: string, id: string): Promise<FoundRecord> {
    const row = id.length === 36 ? (await this.#ofJournals(memberId, [id]))[0] : await this.#at(memberId, id);
    if (!row) throw new AppError('request.not_found');
    const others = seenOf(row.kind).isOne
      ? (await this.#ofJournals(memberId, [row.journal])).filter(({ account }) => account !== row.account)
      : [];
    const [other] = others;
    return {
      record: { ...present(row, await this.aboutOf(memberId, [row])), ...withOthers(others) },
      exchanged: other && row.kind === 'exchange' ? moneyOf(other) : null,
      fee: await this.#feeOf(memberId, row),
      journal: row.journal,
      kind: row.kind,
      memo: row.memo,
    };
  }

  /** What postings of a member are about; see `readAbout`. */
  aboutOf(memberId: string, postings: readonly { readonly memo: Memo }[]): ReturnType<typeof readAbout> {
    return readAbout(this.#about, this.#database, memberId, postings);
  }

  async #at(memberId: string, id: string): Promise<RecordRow | undefined> {
    const [code = '', seq = ''] = id.split('-');
    if (!recordedCodes.includes(Number(code))) return undefined;
    const position = { [code]: (BigInt(seq) + 1n).toString() };
    const [row] = await this.#read(memberId, [Number(code)], position, {}, 1);
    return row?.seq === BigInt(seq).toString() ? row : undefined;
  }

  /** The member's records of each of several journals, what came in first. */
  #ofJournals(memberId: string, journals: readonly string[]): Promise<RecordRow[]> {
    return this.#database.rows<RecordRow>(
      `SELECT p.account, p.seq, p.amount, p.balance_after, p.recorded_at, p.journal, j.kind, j.memo
         FROM journal j CROSS JOIN unnest($2::bigint[]) AS own (account)
         CROSS JOIN LATERAL account_posting(own.account, j.id, j.recorded_at) AS p
        WHERE j.id = ANY ($1::uuid[]) ORDER BY p.amount DESC`,
      [journals, recordedCodes.map((code) => (BigInt(memberId) * 1000n + BigInt(code)).toString())],
    );
  }

  /** What the platform took of a journal, where whoever looks has paid it. */
  async #feeOf(memberId: string, row: RecordRow): Promise<Money | null> {
    const isPaid = row.kind === 'exchange' || row.kind === 'deposit' || row.memo.sender === memberId;
    if (!isPaid) return null;
    const fees = await this.#database.rows<{ account: string; amount: string }>(
      `SELECT p.account, p.amount FROM journal j CROSS JOIN unnest($1::bigint[]) AS system (account)
         CROSS JOIN LATERAL account_posting(system.account, j.id, j.recorded_at) AS p WHERE j.id = $2`,
      [[systemAccount('usdFee'), systemAccount('usdtFee')].map(String), row.journal],
    );
    const [fee] = fees;
    if (!fee) return money(0n, 'USD');
    return money(BigInt(fee.amount), fee.account === String(systemAccount('usdtFee')) ? 'USDT' : 'USD');
  }

  /** What a list can be narrowed to and show something; of a very long history every kind, seen or not. */
  async filters(memberId: string): Promise<AnswerOf<'member', 'getRecordFilters'>> {
    const seen = await this.#database.rows<{ code: number; kind: JournalKind; comes: boolean; whole: boolean }>(
      `SELECT DISTINCT a.code, j.kind, latest.amount > 0 AS comes, a.seq <= $2 AS whole
         FROM account a
         CROSS JOIN LATERAL (
           SELECT journal, amount FROM posting WHERE account = a.id ORDER BY seq DESC LIMIT $2) AS latest
         JOIN journal j ON j.id = latest.journal
        WHERE a.id = ANY ($1::bigint[])`,
      [recordedCodes.map((code) => (BigInt(memberId) * 1000n + BigInt(code)).toString()), lookedBack],
    );
    const kinds = new Set(seen.map(({ kind, comes }) => kindOf(kind, comes ? 1n : -1n)));
    const units = new Set(seen.map(({ code }) => memberAccountKind(code).unit));
    return {
      kinds: recordKinds.filter((kind) => kinds.has(kind) || seen.some(({ whole }) => !whole)),
      units: balanceUnits.filter((unit) => units.has(unit)),
    };
  }

  /** All of them, page by page. */
  async *all(memberId: string, filter: RecordFilter): AsyncGenerator<AnswerOf<'member', 'listRecords'>['records']> {
    let after: string | undefined;
    let until: Date | undefined;
    do {
      const query = { ...filter, limit: 500, ...(after !== undefined && { after }) };
      // The further back, the less of it is in anybody's way elsewhere.
      const page = await this.#past.read(until, (database) =>
        new Records(database, this.#about, this.#most).page(memberId, query),
      );
      yield page.records;
      after = page.next ?? undefined;
      // Others of its moment may follow.
      const last = page.records.at(-1);
      if (last) until = new Date(new Date(last.at).getTime() + 1);
    } while (after !== undefined);
  }

  /**
   * The next records that fit. Those of one kind are looked for among so many postings of each account: where there are
   * more, `reached` says down to when all of them have been found, and where to go on.
   */
  async #find(
    memberId: string,
    codes: readonly number[],
    position: Position,
    filter: RecordFilter,
    limit: number,
  ): Promise<{ rows: RecordRow[]; reached?: { at: Date; marks: Position } | undefined }> {
    if (filter.kind === undefined) return { rows: await this.#read(memberId, codes, position, filter, limit) };
    const reached = await this.#reach(memberId, codes, position, filter);
    const rows = await this.#read(memberId, codes, position, filter, limit, reached?.marks);
    return { rows, reached };
  }

  /**
   * How far one page looks: of accounts that have more postings than it looks at, down to the latest of their ends, for
   * what is older than that may not be all there is between. `undefined`: everything is looked at.
   */
  async #reach(
    memberId: string,
    codes: readonly number[],
    position: Position,
    { from, to }: RecordFilter,
  ): Promise<{ at: Date; marks: Position } | undefined> {
    const ends = await this.#database.rows<{ account: string; seq: string; at: Date }>(
      `WITH bound AS (${boundedAccounts}),
            ends AS (
              SELECT bound.account, bound.first, p.seq, p.recorded_at FROM bound
                CROSS JOIN LATERAL (
                  SELECT seq, recorded_at FROM posting
                   WHERE account = bound.account AND seq > bound.first AND seq < bound.last
                   ORDER BY seq DESC OFFSET $5 - 1 LIMIT 1) AS p
               WHERE EXISTS (
                 SELECT 1 FROM posting WHERE account = bound.account AND seq > bound.first AND seq < p.seq)),
            latest AS (SELECT max(recorded_at) AS at FROM ends)
       SELECT bound.account, latest.at,
              least(bound.last, greatest(posting_seq_before(bound.account, latest.at) + 1, ends.seq)) AS seq
         FROM latest CROSS JOIN bound LEFT JOIN ends ON ends.account = bound.account WHERE latest.at IS NOT NULL`,
      [...placesOf(memberId, codes, position), from ?? null, to ?? null, this.#most],
    );
    const [end] = ends;
    return end && { at: end.at, marks: Object.fromEntries(ends.map((each) => [codeOf(each), each.seq])) };
  }

  #read(
    memberId: string,
    codes: readonly number[],
    position: Position,
    { kind, from, to }: RecordFilter,
    limit: number,
    /** Nothing before these. */
    ends: Position = {},
  ): Promise<RecordRow[]> {
    const { journal, sign } = (kind && postingsOf.get(kind)) ?? { journal: null, sign: 0 };
    return this.#database.rows<RecordRow>(
      `WITH bound AS (${boundedAccounts})
       SELECT page.* FROM bound JOIN unnest($1::bigint[], $5::bigint[]) AS nearest (account, seq) USING (account)
         CROSS JOIN LATERAL (
           SELECT p.account, p.seq, p.amount, p.balance_after, p.recorded_at, p.journal, j.kind, j.memo
             FROM (SELECT * FROM posting
                    WHERE account = bound.account AND seq > bound.first AND seq >= nearest.seq AND seq < bound.last
                    ORDER BY seq DESC LIMIT $9) AS p
             -- One by one, and no further than needed: as a plain join, all journals that there are would be read.
             CROSS JOIN LATERAL (SELECT kind, memo FROM journal WHERE id = p.journal LIMIT 1) AS j
            WHERE ($6::text IS NULL OR j.kind = $6) AND ($7::int = 0 OR sign(p.amount) = $7)
            ORDER BY p.seq DESC LIMIT $8) AS page
        ORDER BY page.recorded_at DESC, page.account, page.seq DESC LIMIT $8`,
      [
        ...placesOf(memberId, codes, position),
        from ?? null,
        to ?? null,
        codes.map((code) => ends[code] ?? '0'),
        journal,
        sign,
        limit,
        kind === undefined ? limit : this.#most,
      ],
    );
  }
}

/**
 * Between which postings of each account to look: `$1` and `$2` name accounts and where each goes on, `$3` and `$4` the
 * times. Sequence and time agree within an account: a time is a place, found by halving.
 */
const boundedAccounts = `
  SELECT mark.account, CASE WHEN $3::timestamptz IS NULL THEN 0 ELSE posting_seq_before(mark.account, $3) END AS first,
         CASE WHEN $4::timestamptz IS NULL THEN mark.below
              ELSE least(mark.below, posting_seq_before(mark.account, $4) + 1) END AS last
    FROM unnest($1::bigint[], $2::bigint[]) AS mark (account, below)`;

const placesOf = (memberId: string, codes: readonly number[], position: Position): [string[], string[]] => [
  codes.map((code) => (BigInt(memberId) * 1000n + BigInt(code)).toString()),
  codes.map((code) => position[code] ?? '9223372036854775807'),
];

const moneyOf = (row: RecordRow): Money => money(BigInt(row.amount), memberAccountKind(codeOf(row)).unit);

const withOthers = (rows: readonly RecordRow[]) => (rows.length === 0 ? {} : { others: rows.map(moneyOf) });

/** The unit that is looked for leads; else what a member has in hand what is staked, and what came what it cost. */
function byLead(wanted: BalanceUnit | undefined) {
  const place = (row: RecordRow): number => {
    const { unit } = memberAccountKind(codeOf(row));
    return (
      (unit === wanted ? -4_000 : 0) + (unit === 'CP' ? 2_000 : 0) + (BigInt(row.amount) < 0n ? 1_000 : 0) + codeOf(row)
    );
  };
  return (one: RecordRow, other: RecordRow): number => place(one) - place(other);
}

const codeOf = ({ account }: Pick<RecordRow, 'account'>): number => Number(BigInt(account) % 1000n);

function present(row: RecordRow, aboutOf: Awaited<ReturnType<typeof readAbout>>) {
  const { unit } = memberAccountKind(codeOf(row));
  const amount = BigInt(row.amount);
  const kind = kindOf(row.kind, amount);
  const { cause } = row.memo;
  return {
    ...{ id: `${codeOf(row)}-${row.seq}`, kind, money: money(amount, unit) },
    balanceAfter: money(BigInt(row.balance_after), unit),
    ...{ at: row.recorded_at, reference: row.journal },
    ...(row.kind === 'bonus_correction' && isCorrectionCause(cause) ? { cause } : {}),
    ...aboutOf(row.memo, kind).fields,
  };
}

/** @throws Error for a posting that members never see: their own accounts have none */
function kindOf(journal: JournalKind, amount: bigint): RecordKind {
  const { plus, minus } = seenOf(journal);
  const kind = amount > 0n ? plus : minus;
  if (!kind) throw new Error(`no record is a posting of ${amount} by a journal of kind ${journal}`);
  return kind;
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
