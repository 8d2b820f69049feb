import type { Language, LockCause } from '@trellis/api-contract';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';
import { updateOne } from '../../platform/db/table.ts';
import { type MemberModel, memberTable } from './memberTable.ts';

/** A member's stored account data. */
export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly language: Language;
  readonly invitationCode: string;
  readonly suspendedAt: Date | null;
  /** Their owner stopped the account. */
  readonly frozenAt: Date | null;
  /** Since when Google Authenticator is bound. */
  readonly googleBoundAt: Date | null;
  /** What stands in every mail to them. */
  readonly antiPhishingCode: string | null;
  /** Until when the ways out are or were locked, and why; both or neither. */
  readonly lockedUntil: Date | null;
  readonly lockCause: LockCause | null;
  /** An IANA name; `null`: the browser's. */
  readonly timeZone: string | null;
  /** Of residence: ISO 3166-1; `null`: not known. */
  readonly country: string | null;
  readonly createdAt: Date;
  /** Since when nobody knows who they were; nobody logs in as them. */
  readonly erasedAt: Date | null;
}

/** What one member may know of another, and whether they can take part: who was erased can't, either. */
export interface PublicMember {
  readonly id: string;
  readonly username: string;
  readonly suspended: boolean;
}

/** A member whose row is locked until the transaction ends. */
export interface LockedMember {
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  readonly suspended: boolean;
  readonly bound: boolean;
}

export type NewMember = Pick<
  Member,
  'id' | 'username' | 'email' | 'passwordHash' | 'language' | 'invitationCode' | 'createdAt'
>;

const publicMembers: Statement = {
  name: 'public_members',
  text: `SELECT id, username, username_key, suspended_at IS NOT NULL OR erased_at IS NOT NULL AS suspended
           FROM member WHERE username_key = ANY ($1::text[])`,
};

/** Reads and writes of `member`. Names and addresses are found without case. */
export class MemberRepository {
  readonly #database: Database;
  readonly #members: MemberModel;
  readonly #public: BatchedRead<string, PublicMember | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#members = database.model(memberTable);
    this.#public = new BatchedRead(database, (keys) => this.#findPublic(keys));
  }

  async findById(id: string): Promise<Member | undefined> {
    return plain(await this.#members.findByPk(id));
  }

  async findByUsername(username: string): Promise<Member | undefined> {
    return plain(await this.#members.findOne({ where: { usernameKey: username.toLowerCase() } }));
  }

  findPublicByUsername(username: string): Promise<PublicMember | undefined> {
    return this.#public.get(username.toLowerCase());
  }

  async findByInvitationCode(code: string): Promise<Member | undefined> {
    return plain(await this.#members.findOne({ where: { invitationCode: code } }));
  }

  /** Usernames by id, for records. */
  async usernamesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.rows<{ id: string; username: string }>(
      'SELECT id, username FROM member WHERE id = ANY ($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  async findByEmail(email: string): Promise<Member | undefined> {
    return plain(await this.#members.findOne({ where: { emailKey: email.toLowerCase(), erasedAt: null } }));
  }

  /** Locks their row inside the caller's transaction, for who decides by what stands there. Of who was erased nothing is decided. */
  lockByUsername(username: string): Promise<LockedMember | undefined> {
    return this.#database.one<LockedMember>(
      `SELECT id, username, language, suspended_at IS NOT NULL AS suspended, google_bound_at IS NOT NULL AS bound
         FROM member WHERE username_key = $1 AND erased_at IS NULL FOR NO KEY UPDATE`,
      [username.toLowerCase()],
    );
  }

  /** @param suspendedAt since when; `null` restores them */
  async setSuspended(id: string, suspendedAt: Date | null): Promise<void> {
    await updateOne(this.#members, { suspendedAt }, { id });
  }

  /** Keeps what the member set for themselves; what is left out stays. */
  async savePreferences(
    id: string,
    preferences: { readonly language?: Language | undefined; readonly timeZone?: string | null | undefined },
  ): Promise<void> {
    const { language, timeZone } = preferences;
    const values = { ...(language && { language }), ...(timeZone !== undefined && { timeZone }) };
    if (Object.keys(values).length > 0) await this.#members.update(values, { where: { id } });
  }

  /** Keeps what was not known before; the same again, as after a lost answer, is fine. @returns whether it stands */
  async setFirstCountry(id: string, country: string): Promise<boolean> {
    const set = await this.#database.change(
      'UPDATE member SET country = $2 WHERE id = $1 AND coalesce(country, $2) = $2',
      [id, country],
      { rows: 'any' },
    );
    return set > 0;
  }

  async setCountry(id: string, country: string): Promise<void> {
    await updateOne(this.#members, { country }, { id });
  }

  /** Whether a name that looks so is taken. @param username letters and digits */
  async isLookAlike(username: string): Promise<boolean> {
    const row = await this.#database.one(
      'SELECT 1 AS found FROM username_skeleton WHERE skeleton = username_skeleton_of($1)',
      [username],
    );
    return row !== undefined;
  }

  /** Takes how a name looks for a new member, inside the caller's transaction: of many at once one gets it. */
  async claimLook(username: string): Promise<boolean> {
    const claimed = await this.#database.change(
      'INSERT INTO username_skeleton (skeleton) VALUES (username_skeleton_of($1)) ON CONFLICT DO NOTHING',
      [username],
      { rows: 'any' },
    );
    return claimed > 0;
  }

  async create(member: NewMember): Promise<void> {
    await this.#members.create({
      ...member,
      usernameKey: member.username.toLowerCase(),
      emailKey: member.email.toLowerCase(),
      suspendedAt: null,
      frozenAt: null,
      erasedAt: null,
      timeZone: null,
      country: null,
    });
  }

  async #findPublic(usernameKeys: readonly string[]): Promise<(PublicMember | undefined)[]> {
    const rows = await this.#database.repeated<PublicMember & { readonly username_key: string }>(publicMembers, [
      usernameKeys,
    ]);
    const byKey = new Map(rows.map(({ username_key: key, ...member }) => [key, member]));
    return usernameKeys.map((key) => byKey.get(key));
  }
}

function plain(model: InstanceType<MemberModel> | null): Member | undefined {
  return model?.get({ plain: true });
}
