import type { AuditAction } from '@trellis/api-contract/operator';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAccess, recordAudit } from '../../governance/audit/auditLog.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeadMail, DeadMails } from '../../platform/mail/deadMails.ts';

/** What operators do with mails that could not be sent. Each look and each decision is in the audit log. */
export class DeadMailService {
  readonly #database: Database;
  readonly #mails: DeadMails;

  constructor(database: Database, mails: DeadMails) {
    this.#database = database;
    this.#mails = mails;
  }

  /** The latest first. */
  async list(before: string | undefined, limit: number, by: Actor): Promise<DeadMail[]> {
    return this.#database.inTransaction(async () => {
      const mails = await this.#mails.page(before, limit);
      const after = { mails: mails.length };
      await recordAccess(this.#database, { ...by, action: 'mail.list_dead', subject: 'all', after });
      return mails;
    });
  }

  /** @throws AppError request.not_found, or mail.gone if what it says is not there any more */
  async sendAgain(id: string, by: ActorWithReason): Promise<void> {
    await this.#decide(id, 'mail.send_again', by, async ({ sendable }) => {
      if (!sendable) throw new AppError('mail.gone');
      await this.#mails.sendAgain(id);
    });
  }

  /** @throws AppError request.not_found */
  async drop(id: string, by: ActorWithReason): Promise<void> {
    await this.#decide(id, 'mail.drop', by, () => this.#mails.drop(id));
  }

  async #decide(
    id: string,
    action: AuditAction,
    by: ActorWithReason,
    decide: (mail: DeadMail) => Promise<void>,
  ): Promise<void> {
    await this.#database.inTransaction(async () => {
      const mail = await this.#mails.lock(id);
      if (!mail) throw new AppError('request.not_found');
      await decide(mail);
      const { template, tries, error } = mail;
      await recordAudit(this.#database, { ...by, action, subject: id, before: { template, tries, error } });
    });
  }
}
