import type { Database } from '../../platform/db/database.ts';
import { updateOne } from '../../platform/db/table.ts';
import { emailKey } from '../credentials/emailCodes.ts';
import { type MemberModel, memberTable } from './memberTable.ts';

/** Writes of what a member logs in with, and of what keeps others out. Each changes its one member or throws. */
export class MemberCredentials {
  readonly #members: MemberModel;

  constructor(database: Database) {
    this.#members = database.model(memberTable);
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await updateOne(this.#members, { passwordHash }, { id });
  }

  /** A new password opens an account again that its owner has stopped. */
  async setPasswordAndUnfreeze(id: string, passwordHash: string): Promise<void> {
    await updateOne(this.#members, { passwordHash, frozenAt: null }, { id });
  }

  /** Nobody logs in from now on. */
  async freeze(id: string, now: Date): Promise<void> {
    await updateOne(this.#members, { frozenAt: now }, { id });
  }

  /** @throws Error of Postgres with the constraint `member_email_unique` if it is another member's */
  async setEmail(id: string, email: string): Promise<void> {
    await updateOne(this.#members, { email, emailKey: emailKey(email) }, { id });
  }

  /** @param antiPhishingCode what stands in every mail to them; `null`: nothing */
  async setAntiPhishingCode(id: string, antiPhishingCode: string | null): Promise<void> {
    await updateOne(this.#members, { antiPhishingCode }, { id });
  }
}
