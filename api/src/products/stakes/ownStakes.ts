import { mostOfPage, type WithdrawalOrigin } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import { type StakeEventRow, type StakeRow, stakeColumns } from './stakeRows.ts';

/** What of a contract waits for its review. */
export interface OpenPayout {
  readonly stake: string;
  readonly id: string;
  readonly origin: WithdrawalOrigin;
  readonly amount: string;
  readonly deadlineAt: Date;
}

/** Another term as it would begin now, with what the pool has for it. */
export interface TermAhead {
  readonly cp: string;
  readonly basis: string;
  readonly fullReward: string;
  readonly reward: string;
}

/** A contract with what its member is shown of its reward, and of another term: with the profit in it, and without. */
export interface OwnStakeRow extends StakeRow {
  readonly rewardCp: string;
  readonly termDays: number;
  readonly grown: TermAhead;
  readonly kept: TermAhead;
}

export interface OwnStake {
  readonly row: OwnStakeRow;
  readonly payouts: readonly OpenPayout[];
}

/** A term as it began. Minor units; days are UTC. */
export interface TermRow {
  readonly term: number;
  readonly cp: string;
  readonly basis: string;
  readonly reward: string;
  readonly apr_ppm: number;
  readonly start_day: string;
  readonly matures_on: string;
}

/** Which of a member's own: one of them, or those that follow one. */
export interface OwnStakePage {
  readonly id?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

const rate = 's.rate_numerator, s.rate_denominator';
const ahead = (cp: string): string => `stake_ahead(${cp}, ${rate}, t.apr_ppm, t.term_days, pool.balance)`;

/** Contracts of a member, the latest first, a page of them; what is ahead is by the terms and the pool of now. */
export async function ownStakesOf(
  database: Database,
  memberId: string,
  now: Date,
  { id, after, limit = mostOfPage }: OwnStakePage = {},
): Promise<{ stakes: OwnStake[]; older: string | null }> {
  // One after the other: it is read inside of transactions, too, which have one connection.
  const stakeRows = await database.rows<OwnStakeRow>(
    `SELECT ${stakeColumns('s')}, cp_for(s.reward, ${rate})::text AS "rewardCp", t.term_days AS "termDays",
            ${ahead(`cp_for(s.basis + s.reward, ${rate})`)} AS grown, ${ahead('s.cp')} AS kept
       FROM stake s CROSS JOIN stake_terms_at($5) t JOIN account pool ON pool.id = system_account('stakeRewardPool')
      WHERE s.member = $1 AND ($2::uuid IS NULL OR s.id = $2) AND ($3::uuid IS NULL OR (s.started_at, s.id) < (
        SELECT last.started_at, last.id FROM stake last WHERE last.id = $3 AND last.member = $1))
      ORDER BY s.started_at DESC, s.id DESC LIMIT $4`,
    [memberId, id ?? null, after ?? null, limit + 1, now],
  );
  const rows = stakeRows.slice(0, limit);
  const payouts = await database.rows<OpenPayout>(
    `SELECT w.stake, w.id, w.origin, w.amount::text, w.deadline_at AS "deadlineAt" FROM stake s
       JOIN withdrawal w ON w.stake = s.id AND w.status = 'pending_review'
      WHERE s.member = $1 AND s.id = ANY ($2::uuid[]) ORDER BY w.id`,
    [memberId, rows.map((row) => row.id)],
  );
  return {
    stakes: rows.map((row) => ({ row, payouts: payouts.filter(({ stake }) => stake === row.id) })),
    older: stakeRows.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

export const termsOfStake = (database: Database, id: string): Promise<TermRow[]> =>
  database.rows<TermRow>(
    `SELECT term::integer, cp::text, basis::text, reward::text, apr_ppm, start_day::text, matures_on::text
       FROM stake_term WHERE stake = $1 ORDER BY term`,
    [id],
  );

/** What happened to it, the latest first. */
export const eventsOfStake = (database: Database, id: string): Promise<StakeEventRow[]> =>
  database.rows<StakeEventRow>(
    `SELECT e.kind, e.at, e.term::integer, e.option::integer, e.reason, e.amount::text
       FROM stake s JOIN stake_event e ON e.member = s.member AND e.stake = s.id
      WHERE s.id = $1 ORDER BY e.id DESC`,
    [id],
  );

/** What all contracts of a member come to: of what stands as CP, what is promised and what unlocks first. Minor units. */
export interface StakeSums {
  readonly cp: bigint;
  readonly basis: bigint;
  readonly reward: bigint;
  /** `2026-03-09`, UTC; `null`: nothing is locked. */
  readonly unlocksOn: string | null;
  /** On which day the term of that one began. */
  readonly unlocksFrom: string | null;
  /** How many are not ended. */
  readonly begun: number;
}

export async function stakeSumsOf(database: Database, memberId: string): Promise<StakeSums> {
  const row = await database.one<{
    cp: string;
    basis: string;
    reward: string;
    unlocksOn: string | null;
    unlocksFrom: string | null;
    begun: number;
  }>(
    `SELECT coalesce(sum(cp) FILTER (WHERE stands), 0)::text AS cp, coalesce(sum(basis) FILTER (WHERE stands), 0)::text AS basis,
            coalesce(sum(reward) FILTER (WHERE stands), 0)::text AS reward,
            (min(matures_on) FILTER (WHERE stands))::text AS "unlocksOn",
            ((array_agg(start_day ORDER BY matures_on, start_day) FILTER (WHERE stands AND matures_on IS NOT NULL))[1])::text
              AS "unlocksFrom", count(*)::int AS begun
       FROM (SELECT *, state IN ('ongoing', 'unlocked') AS stands FROM stake WHERE member = $1 AND state <> 'ended') AS begun`,
    [memberId],
  );
  if (!row) throw new Error('a sum has one row');
  return {
    cp: BigInt(row.cp),
    basis: BigInt(row.basis),
    reward: BigInt(row.reward),
    unlocksOn: row.unlocksOn,
    unlocksFrom: row.unlocksFrom,
    begun: row.begun,
  };
}
