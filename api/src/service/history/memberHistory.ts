import type { MoneyAccess, OperatorRole, TimelineKind } from '@trellis/api-contract/operator';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import type { Actor } from '../../governance/audit/actor.ts';
import { type Access, recordAccess } from '../../governance/audit/auditLog.ts';
import { exportedPages, recordExport } from '../../governance/audit/exports.ts';
import { AppError } from '../../ground/errors.ts';
import type { Member, MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Records } from '../../products/wallet/records.ts';
import { equationOf } from './equation.ts';
import { moneyAccess } from './moneyAccess.ts';
import { timelinePage } from './timeline.ts';
import { timelineSources } from './timelineSources.ts';

const defaultLimit = 30;
/** A timeline without a word on which: looks would hide what happened. */
const allButAccesses: readonly TimelineKind[] = ['money', 'security', 'actions'];

/** Whoever asks, with what their roles are; a command has none. */
export interface HistoryReader extends Actor {
  readonly roles: readonly OperatorRole[] | undefined;
}

export interface MemberHistoryParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly records: Records;
}

/** What happened to a member and their money. Whoever looks leaves a row in the audit log, or sees nothing. */
export class MemberHistory {
  readonly #parts: MemberHistoryParts;

  constructor(parts: MemberHistoryParts) {
    this.#parts = parts;
  }

  /** @throws AppError request.not_found, field.format */
  async timeline(
    { username, kind, after, limit = defaultLimit }: ParsedOf<'operator', 'getMemberTimeline'>,
    reader: HistoryReader,
  ): Promise<AnswerOf<'operator', 'getMemberTimeline'>> {
    const { database, records } = this.#parts;
    return this.#look('member.timeline', username, reader, async (member, access) => {
      const wanted = kind === 'deeds' ? 'actions' : kind;
      const kinds = (wanted === undefined ? allButAccesses : [wanted]).filter(
        (each) => each !== 'money' || access !== 'none',
      );
      return timelinePage(timelineSources(database, records), member, { kinds, after, limit });
    });
  }

  /** @throws AppError request.not_found */
  async equation(username: string, reader: HistoryReader): Promise<AnswerOf<'operator', 'getMemberEquation'>> {
    return this.#look('member.equation', username, reader, async ({ id }, access) => ({
      units: access === 'none' ? [] : await equationOf(this.#parts.database, id),
    }));
  }

  /**
   * A member's records, page by page, for a file; that it was taken out stands in the audit log.
   * @throws AppError request.not_found, auth.forbidden for whoever does not see the member's money
   */
  async exportRecords(
    { username, ...filter }: ParsedOf<'operator', 'exportMemberRecords'>,
    { roles, ...by }: HistoryReader,
  ): Promise<AsyncGenerator<readonly AnswerOf<'member', 'listRecords'>['records'][number][]>> {
    const { database, members, records } = this.#parts;
    const member = await members.findByUsername(username);
    if (!member) throw new AppError('request.not_found');
    const { access, inquiry } = await moneyAccess(database, member.id, roles);
    if (access === 'none') throw new AppError('auth.forbidden');
    const after = { ...filter, member: member.id, money: access, ...(inquiry !== undefined && { inquiry }) };
    await recordExport(database, by, { action: 'member.export_records', subject: member.username, after });
    return exportedPages(async (last, limit) => {
      const { records: rows, next } = await records.page(member.id, { ...filter, after: last, limit });
      return { rows, next };
    });
  }

  async #look<Answer extends object>(
    action: Access['action'],
    username: string,
    { roles, ...by }: HistoryReader,
    work: (member: Member, access: MoneyAccess) => Promise<Answer>,
  ): Promise<Answer & { access: MoneyAccess }> {
    const { database, members } = this.#parts;
    return database.inTransaction(async () => {
      const member = await members.findByUsername(username);
      if (!member) throw new AppError('request.not_found');
      const { access, inquiry } = await moneyAccess(database, member.id, roles);
      const answer = await work(member, access);
      const after = { member: member.id, money: access, ...(inquiry !== undefined && { inquiry }) };
      await recordAccess(database, { ...by, action, subject: member.username, after });
      return { ...answer, access };
    });
  }
}
