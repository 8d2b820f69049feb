import type { WithdrawalOrigin, WithdrawalStatus, WithdrawalStep } from '@trellis/api-contract';
import type { ParsedOf } from '@trellis/api-contract/schemas';
import type { Actor } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import { eventsOfStake, type OpenPayout, type TermRow } from './ownStakes.ts';
import { type StakeEventRow, type StakeRow, stakeColumns } from './stakeRows.ts';

/** A stake, whose it is, and what of it waits for its review. */
export interface MemberStake {
  readonly row: StakeRow & { readonly username: string; readonly begun_by: string };
  readonly payouts: readonly OpenPayout[];
}

/** What was, or is to be, paid out of it. The amount is USD in minor units. */
export interface StakePayoutRow {
  readonly id: string;
  readonly origin: WithdrawalOrigin;
  readonly amount: string;
  readonly status: WithdrawalStatus;
  readonly step: WithdrawalStep;
  readonly createdAt: Date;
}

/** All that an operator sees of one stake. */
export interface StakeDetails extends MemberStake {
  readonly terms: readonly (TermRow & { readonly reserved_by: string | null })[];
  readonly events: readonly StakeEventRow[];
  readonly withdrawals: readonly StakePayoutRow[];
}

export type StakeSearch = ParsedOf<'operator', 'listMemberStakes'>;

export interface StakeDirectoryParts {
  readonly database: Database;
  readonly members: MemberRepository;
}

const columns = `${stakeColumns('s')}, s.begun_by, m.username`;
const tables = 'stake s JOIN member m ON m.id = s.member';

/** Stakes as operators see them. Whoever looks leaves a row in the audit log, or sees nothing. */
export class StakeDirectory {
  readonly #parts: StakeDirectoryParts;

  constructor(parts: StakeDirectoryParts) {
    this.#parts = parts;
  }

  /**
   * The latest first, by their ids, which begin with the time they were made at. A member's, and those that mature on some
   * days, come by their index; all others from the end of the primary key, until a page is full.
   * @returns one more than `limit` where there are more
   * @throws AppError request.not_found if nobody has this name
   */
  async list(wanted: StakeSearch & { readonly limit: number }, by: Actor): Promise<MemberStake[]> {
    const { database, members } = this.#parts;
    const { username, state, from, to, after, limit } = wanted;
    return database.inTransaction(async () => {
      const member = username === undefined ? null : await members.findByUsername(username);
      if (member === undefined) throw new AppError('request.not_found');
      const matures = from === undefined && to === undefined ? 'true' : `s.state = 'ongoing'`;
      const rows = await database.rows<MemberStake['row']>(
        `SELECT ${columns} FROM ${tables}
          WHERE ($1::bigint IS NULL OR s.member = $1) AND ($2::text IS NULL OR s.state = $2)
            AND ${matures} AND ($3::date IS NULL OR s.matures_on >= $3) AND ($4::date IS NULL OR s.matures_on <= $4)
            AND ($5::uuid IS NULL OR s.id < $5)
          ORDER BY s.id DESC LIMIT $6`,
        [member?.id ?? null, state ?? null, from ?? null, to ?? null, after ?? null, limit + 1],
      );
      const stakes = await this.#withPayouts(rows);
      const listed = { stakes: rows.slice(0, limit).map(({ id }) => id), state, from, to };
      const subject = member?.username ?? 'all';
      await recordAccess(database, { ...by, action: 'stake.list', subject, after: listed });
      return stakes;
    });
  }

  /** @throws AppError request.not_found */
  async read(id: string, by: Actor): Promise<StakeDetails> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const rows = await database.rows<MemberStake['row']>(`SELECT ${columns} FROM ${tables} WHERE s.id = $1`, [id]);
      const [stake] = await this.#withPayouts(rows);
      if (!stake) throw new AppError('request.not_found');
      const details = {
        ...stake,
        terms: await database.rows<StakeDetails['terms'][number]>(
          `SELECT term::integer, cp::text, basis::text, reward::text, apr_ppm, start_day::text, matures_on::text, reserved_by
             FROM stake_term WHERE stake = $1 ORDER BY term`,
          [id],
        ),
        events: await eventsOfStake(database, id),
        withdrawals: await database.rows<StakePayoutRow>(
          `SELECT id, origin, amount::text, status, step, created_at AS "createdAt" FROM withdrawal
            WHERE stake = $1 ORDER BY id DESC`,
          [id],
        ),
      };
      await recordAccess(database, { ...by, action: 'stake.read', subject: id });
      return details;
    });
  }

  async #withPayouts(rows: readonly MemberStake['row'][]): Promise<MemberStake[]> {
    const payouts = await this.#parts.database.rows<OpenPayout>(
      `SELECT stake, id, origin, amount::text, deadline_at AS "deadlineAt" FROM withdrawal
        WHERE stake = ANY ($1::uuid[]) AND status = 'pending_review' ORDER BY id`,
      [rows.map(({ id }) => id)],
    );
    return rows.map((row) => ({ row, payouts: payouts.filter(({ stake }) => stake === row.id) }));
  }
}
