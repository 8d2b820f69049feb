import type { ParsedOf } from '@trellis/api-contract/schemas';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type WithdrawalRow, withdrawalColumns, withdrawalTables } from './withdrawalRepository.ts';

export type QueueSearch = Omit<ParsedOf<'operator', 'listWithdrawalQueue'>, 'limit'>;

/** How many open withdrawals a search finds, by where they stand. */
export interface QueueCounts {
  readonly review: number;
  readonly approved: number;
  readonly sent: number;
}

export interface QueuePage {
  readonly withdrawals: readonly WithdrawalRow[];
  readonly counts: QueueCounts;
  readonly next: string | null;
}

const isOpen = `w.status = 'pending_review'`;
const isEnded = `w.status <> 'pending_review'`;

/**
 * A page of the queue: open ones by their deadline, which never changes, or ended ones, the latest first, each by an index
 * of its own. What a page shows of each is read for that page alone.
 * @throws AppError field.format if `after` is no withdrawal
 */
export async function withdrawalQueue(database: Database, search: QueueSearch, limit: number): Promise<QueuePage> {
  const { view, step, after } = search;
  const ended = view === 'ended' || (view === undefined && (step === 'complete' || step === 'ended'));
  const column = ended ? 'changed_at' : 'deadline_at';
  const direction = ended ? 'DESC' : 'ASC';
  const values: (string | number)[] = [];
  const bind = (value: string | number): string => `$${values.push(value)}`;
  const wanted = conditions(search, bind);
  const filters = [...values];
  const where = [ended ? isEnded : isOpen, ...wanted];
  if (step !== undefined) where.push(`w.step = ${bind(step)}`);
  if (view !== undefined && view !== 'open' && view !== 'ended') where.push(`w.step = ${bind(view)}`);
  if (after !== undefined) {
    const mark = await database.one<{ at: string }>(`SELECT ${column}::text AS at FROM withdrawal WHERE id = $1`, [
      after,
    ]);
    if (!mark) throw fieldError([{ path: 'after', code: 'field.format' }]);
    const sign = ended ? '<' : '>';
    where.push(`(w.${column}, w.id) ${sign} (${bind(mark.at)}::timestamptz, ${bind(after)}::uuid)`);
  }
  const order = (table: string) => `${table}.${column} ${direction}, ${table}.id ${direction}`;
  const rows = await database.rows<WithdrawalRow>(
    `WITH page AS MATERIALIZED (
       SELECT w.id FROM withdrawal w WHERE ${where.join(' AND ')} ORDER BY ${order('w')} LIMIT ${bind(limit + 1)})
     SELECT ${withdrawalColumns} FROM page JOIN (${withdrawalTables}) ON w.id = page.id ORDER BY ${order('w')}`,
    values,
  );
  const counts = await database.one<QueueCounts>(
    `SELECT count(*) FILTER (WHERE w.step = 'review')::int AS review,
            count(*) FILTER (WHERE w.step = 'approved')::int AS approved,
            count(*) FILTER (WHERE w.step = 'sent')::int AS sent
       FROM withdrawal w WHERE ${[isOpen, ...wanted].join(' AND ')}`,
    filters,
  );
  if (!counts) throw new Error('a count has one row');
  const withdrawals = rows.slice(0, limit);
  return { withdrawals, counts, next: rows.length > limit ? (withdrawals.at(-1)?.id ?? null) : null };
}

/** What a search asks of each withdrawal `w`, beside where it stands. */
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
