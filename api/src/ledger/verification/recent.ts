import type { Invariant } from './invariant.ts';

/** SQL of the rows of a table that are recorded from $2 on, under its own name: what follows reads nothing else of it. */
const since = (table: string): string => `${table} AS (SELECT * FROM ${table} WHERE recorded_at >= $2)`;

/** An invariant that looks at each row by itself: the same SQL, with tables that hold recent rows alone. */
export const among = ({ name, sql }: Invariant, ...tables: readonly string[]): Invariant => ({
  name,
  sql,
  recent: `WITH ${tables.join(', ')} SELECT * FROM (${sql}) AS recent`,
});

/**
 * As `among`, for one that looks at each journal.
 * @param others what belongs to those journals: by their ids or their own time, for another clock says another
 */
export const ofJournals = (invariant: Invariant, ...others: readonly string[]): Invariant =>
  among(invariant, since('journal'), since('posting'), ...others);

/** Accounts with recent postings. What is looked up of each is looked up one by one: they are few among all. */
const touched = `touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1)`;

/**
 * An invariant that looks at each account by itself: of accounts with recent postings, where one posting stands for all before
 * them, of what they came to.
 */
export const ofAccounts = (invariant: Invariant): Invariant =>
  among(
    invariant,
    touched,
    'account AS (SELECT a.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM account a WHERE a.id = t.account LIMIT 1) a)',
    `posting AS (
              SELECT account, seq, amount, balance_after, recorded_at FROM posting WHERE recorded_at >= $2
              UNION ALL
              SELECT b.account, b.seq, b.balance_after, b.balance_after, b.recorded_at FROM touched t
                CROSS JOIN LATERAL (SELECT * FROM posting b WHERE b.account = t.account AND b.seq < t.first
                                    ORDER BY b.seq DESC LIMIT 1) b)`,
  );

/** An invariant that is soon looked at as a whole. */
export const always = ({ name, sql }: Invariant): Invariant => ({ name, sql, recent: sql });

const accountOfTouched = `LEFT JOIN LATERAL (SELECT a.seq, a.balance FROM account a WHERE a.id = t.account LIMIT 1) a ON true`;

/** SQL of accounts that stand elsewhere than their last posting says. */
export const recentBalances = `WITH ${touched}
          SELECT t.account, a.balance, p.balance_after AS postings_say FROM touched t ${accountOfTouched}
            CROSS JOIN LATERAL (SELECT p.balance_after FROM posting p WHERE p.account = t.account AND p.seq = t.last LIMIT 1) p
          WHERE a.balance IS DISTINCT FROM p.balance_after`;

/** SQL of accounts whose recent numbers have a gap, within them or to the one before. */
export const recentGaps = `WITH ${touched}
          SELECT t.account, a.seq, t.first - 1 + t.count AS count, t.last FROM touched t ${accountOfTouched}
            LEFT JOIN LATERAL (SELECT b.seq FROM posting b WHERE b.account = t.account AND b.seq < t.first
                               ORDER BY b.seq DESC LIMIT 1) b ON true
          WHERE a.seq IS DISTINCT FROM t.last OR t.last <> t.first - 1 + t.count OR coalesce(b.seq, 0) <> t.first - 1`;
