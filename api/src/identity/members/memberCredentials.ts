import type { Database } from '../../platform/db/database.ts';
import { updateOne } from '../../platform/db/table.ts';
import { emailKey } from '../credentials/emailCodes.ts';
import { type MemberModel, memberTable } from './memberTable.ts';

/** Writes of what a member logs in with, and of what keeps others out. Each changes its one member or throws. */
export class MemberCredentials {
  readonly #database: Database;
  readonly #members: MemberModel;

  constructor(database: Database) {
    this.#database = database;
    this.#members = database.model(memberTable);
  }

  /**
   * Holds a member, until the transaction ends, to what was looked at before it: passwords, codes and keys are checked
   * outside of any. What ends sessions and keys waits for this one, or this for it.
   * @param seen what it was by; without a password, only whether the account is open counts
   * @returns false if they have another password since, have bound or unbound an authenticator, or stopped the account
   */
  async lockIfUnchanged(
    id: string,
    seen: { readonly passwordHash?: string; readonly bound?: boolean } = {},
  ): Promise<boolean> {
    const held = await this.#database.one(
      `SELECT 1 AS held FROM member
        WHERE id = $1 AND frozen_at IS NULL AND password_hash = coalesce($2, password_hash)
          AND (google_secret IS NOT NULL) = coalesce($3, google_secret IS NOT NULL) FOR NO KEY UPDATE`,
      [id, seen.passwordHash ?? null, seen.bound ?? null],
    );
    return held !== undefined;
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
