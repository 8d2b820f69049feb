import type { ParsedOf } from '@trellis/api-contract/schemas';
import { countExported } from '../../governance/audit/exports.ts';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type WithdrawalRow, withdrawalColumns, withdrawalTables } from './withdrawalRepository.ts';

export type QueueSearch = Omit<ParsedOf<'operator', 'listWithdrawalQueue'>, 'limit'>;

export type ExportSearch = Omit<QueueSearch, 'after'>;

/** How many open withdrawals a search finds, by where they stand. */
export interface QueueCounts {
  readonly review: number;
  readonly approved: number;
  readonly sent: number;
}

/** A withdrawal of a list. */
export interface QueueRow extends WithdrawalRow {
  /** Whether another member keeps its address or withdrew to it. */
  readonly shared: boolean;
}

export interface QueuePage {
  readonly withdrawals: readonly QueueRow[];
  readonly counts: QueueCounts;
  readonly next: string | null;
}

const isOpen = `w.status = 'pending_review'`;
const isEnded = `w.status <> 'pending_review'`;

/** Of a withdrawal `w`, as its evidence says by how many. */
const isShared = `EXISTS (SELECT 1 FROM book_address b WHERE b.address = w.address AND b.member_id <> w.member)
  OR EXISTS (SELECT 1 FROM withdrawal o WHERE o.address = w.address AND o.member <> w.member)`;

/** @throws AppError field.format if `after` is no withdrawal */
export async function withdrawalQueue(database: Database, search: QueueSearch, limit: number): Promise<QueuePage> {
  const page = await withdrawalPage(database, search, limit);
  const { wanted, values } = scopeOf(search);
  const counts = await database.one<QueueCounts>(
    `SELECT count(*) FILTER (WHERE w.step = 'review')::int AS review,
            count(*) FILTER (WHERE w.step = 'approved')::int AS approved,
            count(*) FILTER (WHERE w.step = 'sent')::int AS sent
       FROM withdrawal w WHERE ${[isOpen, ...wanted].join(' AND ')}`,
    values,
  );
  if (!counts) throw new Error('a count has one row');
  return { ...page, counts };
}

/**
 * A page of the queue: open ones by their deadline, which never changes, or ended ones, the latest first, each by an index
 * of its own. What a page shows of each is read for that page alone.
 * @throws AppError field.format if `after` is no withdrawal
 */
export async function withdrawalPage(
  database: Database,
  search: QueueSearch,
  limit: number,
): Promise<Omit<QueuePage, 'counts'>> {
  const { after } = search;
  const { ended, where, values, bind } = listOf(search);
  const column = ended ? 'changed_at' : 'deadline_at';
  const direction = ended ? 'DESC' : 'ASC';
  if (after !== undefined) {
    const mark = await database.one<{ at: string }>(`SELECT ${column}::text AS at FROM withdrawal WHERE id = $1`, [
      after,
    ]);
    if (!mark) throw fieldError([{ path: 'after', code: 'field.format' }]);
    const sign = ended ? '<' : '>';
    where.push(`(w.${column}, w.id) ${sign} (${bind(mark.at)}::timestamptz, ${bind(after)}::uuid)`);
  }
  const order = (table: string) => `${table}.${column} ${direction}, ${table}.id ${direction}`;
  const rows = await database.rows<QueueRow>(
    `WITH page AS MATERIALIZED (
       SELECT w.id FROM withdrawal w WHERE ${where.join(' AND ')} ORDER BY ${order('w')} LIMIT ${bind(limit + 1)})
     SELECT ${withdrawalColumns}, ${isShared} AS shared FROM page JOIN (${withdrawalTables}) ON w.id = page.id ORDER BY ${order('w')}`,
    values,
  );
  const withdrawals = rows.slice(0, limit);
  return { withdrawals, next: rows.length > limit ? (withdrawals.at(-1)?.id ?? null) : null };
}

/** How many withdrawals a search lists, as far as one file holds them. */
export function countWithdrawals(database: Database, search: QueueSearch): Promise<{ rows: number; more: boolean }> {
  const { where, values } = listOf(search);
  return countExported(database, `SELECT 1 FROM withdrawal w WHERE ${where.join(' AND ')}`, values);
}

/** What a search asks alongside where withdrawals stand, with its values from `$1` on. */
function scopeOf(search: QueueSearch) {
  const values: (string | number)[] = [];
  const bind = (value: string | number): string => `$${values.push(value)}`;
  return { wanted: conditions(search, bind), values, bind };
}

/** What a search lists: open or ended ones, and of which step. */
function listOf(search: QueueSearch) {
  const { view, step } = search;
  const ended = view === 'ended' || (view === undefined && (step === 'complete' || step === 'ended'));
  const { wanted, values, bind } = scopeOf(search);
  const where = [ended ? isEnded : isOpen, ...wanted];
  if (step !== undefined) where.push(`w.step = ${bind(step)}`);
  if (view !== undefined && view !== 'open' && view !== 'ended') where.push(`w.step = ${bind(view)}`);
  return { ended, where, values, bind };
}

/** What a search asks of each withdrawal `w`, alongside where it stands. */
function conditions(search: QueueSearch, bind: (value: string) => string): string[] {
  const { origin, username, asset, chain, risk, tx, address } = search;
  const digits = tx?.toLowerCase().replace(/^0x/, '');
  return [
    origin !== undefined && `w.origin = ${bind(origin)}`,
    username !== undefined && `w.member = (SELECT id FROM member WHERE username_key = ${bind(username.toLowerCase())})`,
    asset !== undefined && `w.asset = ${bind(asset)}`,
    chain !== undefined && `w.chain = ${bind(chain)}`,
    risk !== undefined && `${bind(risk)} = ANY (w.risks)`,
    digits !== undefined &&
      `w.id IN (SELECT withdrawal FROM withdrawal_payout WHERE tx IN (${bind(digits)}, ${bind(`0x${digits}`)}))`,
    address !== undefined && `w.address = ${bind(address)}`,
  ].filter((condition) => condition !== false);
}
