import type { Language, LockCause, Output, SuspensionCause } from '@trellis/api-contract';
import type { Actor } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { FactorReset, FactorResets } from '../../identity/security/factorResets/factorResets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Balances } from '../../products/wallet/balances.ts';

/** Who a member is, as operators see it. */
export interface MemberFacts {
  readonly username: string;
  /** Not whole: enough to compare it with what a caller says, too little to write to. */
  readonly email: string;
  readonly memberSince: Date;
  readonly language: Language;
  readonly suspended: boolean;
  /** Stopped by its owner. */
  readonly frozen: boolean;
}

/** One suspension of a member, past or present. */
export interface SuspensionRecord {
  readonly cause: SuspensionCause;
  readonly reason: string;
  readonly suspendedBy: string;
  readonly suspendedAt: Date;
  readonly restoreReason: string | null;
  readonly restoredBy: string | null;
  readonly restoredAt: Date | null;
}

export interface MemberFile extends MemberFacts {
  readonly googleBoundAt: Date | null;
  readonly lock: { readonly until: Date; readonly cause: LockCause } | null;
  /** Latest first. */
  readonly suspensions: readonly SuspensionRecord[];
  readonly factorReset: FactorReset | null;
  /** `null` for those whose work needs none. */
  readonly balances: Output<'getBalances'> | null;
}

interface MemberRow extends MemberFacts {
  readonly id: string;
  readonly googleBoundAt: Date | null;
  readonly lockedUntil: Date | null;
  readonly lockCause: LockCause | null;
}

const memberColumns = `id, username, email, created_at AS "memberSince", language, suspended_at IS NOT NULL AS suspended,
  frozen_at IS NOT NULL AS frozen, google_bound_at AS "googleBoundAt", locked_until AS "lockedUntil",
  lock_cause AS "lockCause"`;
const suspensionsShown = 20;

export interface MemberFileParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly balances: Balances;
  readonly factorResets: FactorResets;
}

/** Members as operators see them. Whoever looks leaves a row in the audit log, or sees nothing. */
export class MemberFiles {
  readonly #parts: MemberFileParts;

  constructor(parts: MemberFileParts) {
    this.#parts = parts;
  }

  /** Who has exactly this username or address, without case. */
  async find(asked: { username?: string; email?: string }, by: Actor): Promise<MemberFacts | undefined> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const row = await this.#row(asked);
      // An address that nobody has is none of the log's business.
      await this.#record('member.find', row?.username ?? 'nobody', by, {
        by: asked.username === undefined ? 'email' : 'username',
        ...(row && { member: row.id }),
      });
      return row && factsOf(row);
    });
  }

  /** @param withBalances whether the work of who asks needs them @throws AppError request.not_found */
  async read(username: string, by: Actor, withBalances: boolean): Promise<MemberFile> {
    const { database, clock, balances, factorResets } = this.#parts;
    return database.inTransaction(async () => {
      const row = await this.#row({ username });
      if (!row) throw new AppError('request.not_found');
      const { id, googleBoundAt, lockedUntil: until, lockCause: cause } = row;
      const suspensions = await database.rows<SuspensionRecord>(
        `SELECT cause, reason, suspended_by AS "suspendedBy", suspended_at AS "suspendedAt",
                restore_reason AS "restoreReason", restored_by AS "restoredBy", restored_at AS "restoredAt"
           FROM member_suspension WHERE member = $1 ORDER BY id DESC LIMIT $2`,
        [id, suspensionsShown],
      );
      const file: MemberFile = {
        ...factsOf(row),
        googleBoundAt,
        suspensions,
        lock: until !== null && cause !== null && until > clock.now() ? { until, cause } : null,
        factorReset: (await factorResets.openOf(id)) ?? null,
        balances: withBalances ? await balances.overview(id) : null,
      };
      await this.#record('member.read', row.username, by, { member: id, balances: withBalances });
      return file;
    });
  }

  async #row({ username, email }: { username?: string; email?: string }): Promise<MemberRow | undefined> {
    const row = await this.#parts.database.one<MemberRow>(
      username === undefined
        ? `SELECT ${memberColumns} FROM member WHERE email_key = $1`
        : `SELECT ${memberColumns} FROM member WHERE username_key = $1`,
      [(username ?? email ?? '').toLowerCase()],
    );
    return row;
  }

  #record(action: string, subject: string, by: Actor, after: object): Promise<string> {
    return recordAudit(this.#parts.database, { ...by, action, subject, reason: 'read', after });
  }
}

const factsOf = ({ username, email, memberSince, language, suspended, frozen }: MemberRow): MemberFacts => ({
  username,
  memberSince,
  language,
  suspended,
  frozen,
  email: email.replace(/^(.).*@/, '$1***@'),
});
