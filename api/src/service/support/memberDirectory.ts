import type { Language, LockCause } from '@trellis/api-contract';
import type { MoneyAccess, OperatorRole } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { Actor } from '../../governance/audit/actor.ts';
import { type Access, recordAccess, recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Member, MemberRepository } from '../../identity/members/memberRepository.ts';
import { endSessions, type SessionEntry, type Sessions } from '../../identity/members/sessions.ts';
import type { SuspensionRecord, SuspensionRepository } from '../../identity/members/suspensionRepository.ts';
import type { FactorReset } from '../../identity/security/factorResets/factorResetRepository.ts';
import type { FactorResets } from '../../identity/security/factorResets/factorResets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Balances } from '../../products/wallet/balances.ts';
import { maskedEmail } from '../find/maskedEmail.ts';
import { moneyAccess } from '../history/moneyAccess.ts';

/** Who a member is, as operators see it. */
export interface MemberFacts {
  readonly username: string;
  /** Not whole: enough to compare it with what a caller says, too little to write to. */
  readonly email: string;
  readonly memberSince: Date;
  readonly language: Language;
  readonly suspended: boolean;
  /** Of residence; `null`: not known. */
  readonly country: string | null;
  /** Stopped by its owner. */
  readonly frozen: boolean;
}

export interface MemberDetails extends MemberFacts {
  readonly googleBoundAt: Date | null;
  readonly erasedAt: Date | null;
  /** Who invited them. */
  readonly inviter: string | null;
  /** Live ones, the latest first. */
  readonly sessions: readonly SessionEntry[];
  readonly lock: { readonly until: Date; readonly cause: LockCause } | null;
  /** Latest first. */
  readonly suspensions: readonly SuspensionRecord[];
  readonly factorReset: FactorReset | null;
  /** Why who asks sees balances. */
  readonly access: MoneyAccess;
  /** `null` for those whose work needs none. */
  readonly balances: Omit<AnswerOf<'member', 'getBalances'>, 'packages'> | null;
}

const suspensionsShown = 20;

export interface MemberDirectoryParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly suspensionRepository: SuspensionRepository;
  readonly clock: Clock;
  readonly balances: Balances;
  readonly factorResets: FactorResets;
  readonly sessions: Pick<Sessions, 'list'>;
}

/** Members as operators see them. Whoever looks leaves a row in the audit log, or sees nothing. */
export class MemberDirectory {
  readonly #parts: MemberDirectoryParts;

  constructor(parts: MemberDirectoryParts) {
    this.#parts = parts;
  }

  /** Who has exactly this username or address, without case. */
  async find(
    { username, email = '' }: { username?: string; email?: string },
    by: Actor,
  ): Promise<MemberFacts | undefined> {
    const { database, members } = this.#parts;
    return database.inTransaction(async () => {
      const member = await (username === undefined ? members.findByEmail(email) : members.findByUsername(username));
      // An address that nobody has is none of the log's business.
      await this.#record('member.find', member?.username ?? 'nobody', by, {
        by: username === undefined ? 'email' : 'username',
        ...(member && { member: member.id }),
      });
      return member && factsOf(member);
    });
  }

  /** @param roles of who asks, which say whether they see balances @throws AppError request.not_found */
  async read(username: string, by: Actor, roles: readonly OperatorRole[] | undefined): Promise<MemberDetails> {
    const { database, members, suspensionRepository, clock, balances, factorResets, sessions } = this.#parts;
    const { id, file: details } = await database.inTransaction(async () => {
      const member = await members.findByUsername(username);
      if (!member) throw new AppError('request.not_found');
      const { id, googleBoundAt, erasedAt, lockedUntil: until, lockCause: cause } = member;
      const suspensions = await suspensionRepository.latestOf(id, suspensionsShown);
      const inviter = await database.one<{ username: string }>(
        'SELECT s.username FROM tree_node n JOIN member s ON s.id = n.sponsor_id WHERE n.id = $1',
        [id],
      );
      const { access, inquiry } = await moneyAccess(database, id, roles);
      const withBalances = access !== 'none';
      const details = {
        ...factsOf(member),
        googleBoundAt,
        erasedAt,
        inviter: inviter?.username ?? null,
        sessions: await sessions.list(id, undefined),
        suspensions,
        lock: until !== null && cause !== null && until > clock.now() ? { until, cause } : null,
        factorReset: (await factorResets.openOf(id)) ?? null,
        access,
      };
      const shown = { member: id, balances: withBalances, ...(inquiry !== undefined && { inquiry }) };
      await this.#record('member.read', member.username, by, shown);
      return { id, file: details };
    });
    // After the look is on record; several reads at once, which one transaction has no connections for.
    return { ...details, balances: details.access === 'none' ? null : await balances.overview(id) };
  }

  /**
   * Ends every session of a member, as after a device was lost; password and second factor stay.
   * @returns how many there were, those that had run out by themselves among them
   * @throws AppError request.not_found, approval.own_account
   */
  async endSessions(username: string, by: Actor & { readonly reason: string }): Promise<number> {
    const { database, members, clock } = this.#parts;
    return database.inTransaction(async () => {
      const member = await members.findByUsername(username);
      if (!member) throw new AppError('request.not_found');
      await refuseOwnAccount(database, by.actor, member.id);
      const ended = await endSessions(database, member.id, clock.now());
      const entry = { ...by, action: 'member.end_sessions', subject: member.username } as const;
      await recordAudit(database, { ...entry, after: { member: member.id, ended } });
      return ended;
    });
  }

  /** @throws AppError request.not_found, approval.own_account */
  async changeCountry(username: string, country: string, by: Actor & { readonly reason: string }): Promise<void> {
    const { database, members } = this.#parts;
    await database.inTransaction(async () => {
      const locked = await members.lockByUsername(username);
      const member = locked && (await members.findById(locked.id));
      if (!member) throw new AppError('request.not_found');
      await refuseOwnAccount(database, by.actor, member.id);
      await members.setCountry(member.id, country);
      const entry = { ...by, action: 'member.country', subject: member.username } as const;
      await recordAudit(database, {
        ...entry,
        before: { country: member.country },
        after: { member: member.id, country },
      });
    });
  }

  #record(action: Access['action'], subject: string, by: Actor, after: object): Promise<string> {
    return recordAccess(this.#parts.database, { ...by, action, subject, after });
  }
}

const factsOf = ({ username, email, createdAt, language, suspendedAt, country, frozenAt }: Member): MemberFacts => ({
  username,
  memberSince: createdAt,
  language,
  suspended: suspendedAt !== null,
  country,
  frozen: frozenAt !== null,
  email: maskedEmail(email),
});
