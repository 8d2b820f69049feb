import type { OperatorRole } from '@trellis/api-contract/operator';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';
import type { SealedSecret } from '../credentials/secretBox.ts';

/** An operator as `list` shows them. */
export interface OperatorAccount {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly enrolledAt: Date | null;
  readonly suspendedAt: Date | null;
}

/** An operator whose row is locked until the transaction ends. */
export interface LockedOperator {
  readonly id: string;
  readonly enrolled: boolean;
  readonly suspended: boolean;
}

/** An operator, and what their codes are compared with. */
interface OperatorSecret {
  readonly id: string;
  readonly name: string;
  readonly secret: SealedSecret;
}

/** An operator who may log in. */
export interface EnrolledOperator extends OperatorSecret {
  readonly roles: readonly OperatorRole[];
  readonly passwordHash: string;
}

/** Operators; their roles are an array, which raw SQL alone reads and writes. */
const operatorTable = table('operator', {
  id: column.identity,
  name: column.text,
  passwordHash: column.orNull(column.text),
  totpSecret: column.orNull(column.bytes),
  totpKey: column.orNull(column.text),
  totpStep: column.bigint,
  enrolledAt: column.orNull(column.moment),
  suspendedAt: column.orNull(column.moment),
});

/** Reads and writes of `operator`. */
export class OperatorRepository {
  readonly #database: Database;
  readonly #operators: TableModel<RowOf<typeof operatorTable>>;

  constructor(database: Database) {
    this.#database = database;
    this.#operators = database.model(operatorTable);
  }

  list(): Promise<OperatorAccount[]> {
    return this.#database.rows(
      'SELECT name, roles, enrolled_at AS "enrolledAt", suspended_at AS "suspendedAt" FROM operator ORDER BY name',
    );
  }

  /** Locks their row: sessions that open at the same moment wait. */
  lock(name: string): Promise<LockedOperator | undefined> {
    return this.#database.one(
      `SELECT id, enrolled_at IS NOT NULL AS enrolled, suspended_at IS NOT NULL AS suspended
         FROM operator WHERE name = $1 FOR UPDATE`,
      [name],
    );
  }

  /** Only who may log in: enrolled and not suspended. @param name as it is stored, in small letters */
  async findEnrolled(name: string): Promise<EnrolledOperator | undefined> {
    const row = await this.#database.one<Omit<EnrolledOperator, 'secret'> & SealedSecret>(
      `SELECT id, name, roles, password_hash AS "passwordHash", totp_secret AS sealed, totp_key AS "keyId"
         FROM operator WHERE name = $1 AND enrolled_at IS NOT NULL AND suspended_at IS NULL`,
      [name],
    );
    if (!row) return undefined;
    const { sealed, keyId, ...operator } = row;
    return { ...operator, secret: { sealed, keyId } };
  }

  /** Who is about to enrol, and is not suspended. @param id `null`: nobody */
  async findEnrolling(id: string | null): Promise<OperatorSecret | undefined> {
    const row = await this.#database.one<Omit<OperatorSecret, 'secret'> & SealedSecret>(
      `SELECT id, name, totp_secret AS sealed, totp_key AS "keyId" FROM operator WHERE id = $1 AND suspended_at IS NULL`,
      [id],
    );
    return row && { id: row.id, name: row.name, secret: { sealed: row.sealed, keyId: row.keyId } };
  }

  /**
   * @returns the new operator's id
   * @throws Error of Postgres with the state 23505 if the name is taken, 23514 if it is malformed
   */
  async create(name: string, roles: readonly OperatorRole[], createdAt: Date): Promise<string> {
    const row = await this.#database.one<{ id: string }>(
      'INSERT INTO operator (name, roles, created_at) VALUES ($1, $2, $3) RETURNING id',
      [name, `{${roles.join(',')}}`, createdAt],
    );
    return row?.id ?? '';
  }

  async suspend(id: string, suspendedAt: Date): Promise<void> {
    await updateOne(this.#operators, { suspendedAt }, { id });
  }

  /** Forgets password and secret, and ends a suspension. The time step stays: no code is good twice. */
  async reset(id: string): Promise<void> {
    const nothing = { enrolledAt: null, passwordHash: null, totpSecret: null, totpKey: null, suspendedAt: null };
    await updateOne(this.#operators, nothing, { id });
  }

  async setCredentials(id: string, passwordHash: string, { sealed, keyId }: SealedSecret): Promise<void> {
    await updateOne(this.#operators, { passwordHash, totpSecret: sealed, totpKey: keyId }, { id });
  }

  /** @returns whether the password was still the one of before */
  async changePassword(id: string, before: string, passwordHash: string): Promise<boolean> {
    const set = 'UPDATE operator SET password_hash = $3 WHERE id = $1 AND password_hash = $2';
    return (await this.#database.change(set, [id, before, passwordHash], { rows: 'any' })) === 1;
  }

  /** From now on they may log in. @param step of the first code, which is used up */
  async enrol(id: string, step: bigint, enrolledAt: Date): Promise<void> {
    await updateOne(this.#operators, { enrolledAt, totpStep: step.toString() }, { id });
  }

  /** Usernames of an operator's own member accounts. */
  async membersOf(id: string): Promise<string[]> {
    const rows = await this.#database.rows<{ username: string }>(
      'SELECT m.username FROM operator_member om JOIN member m ON m.id = om.member WHERE om.operator = $1 ORDER BY 1',
      [id],
    );
    return rows.map(({ username }) => username);
  }

  /** @returns those that no member has; nothing is to be kept then */
  async declareMembers(id: string, usernames: readonly string[], declaredAt: Date): Promise<string[]> {
    await this.#database.change('DELETE FROM operator_member WHERE operator = $1', [id], { rows: 'any' });
    const rows = await this.#database.rows<{ key: string }>(
      `WITH declared AS (
         INSERT INTO operator_member (operator, member, declared_at)
         SELECT $1, m.id, $3 FROM member m WHERE m.username_key = ANY ($2) RETURNING member)
       SELECT m.username_key AS key FROM declared JOIN member m ON m.id = declared.member`,
      [id, usernames.map((username) => username.toLowerCase()), declaredAt],
    );
    const known = rows.map(({ key }) => key);
    return usernames.filter((username) => !known.includes(username.toLowerCase()));
  }

  /**
   * Takes a code's time step, in one statement: of any number who send one code at once, one gets in.
   * @param stored the secret that the code was compared with
   * @param sealed the same, under the key of today
   * @returns whether the step was free, and all still as it was
   */
  async takeStep(id: string, step: bigint, stored: SealedSecret, sealed: SealedSecret): Promise<boolean> {
    const changed = await this.#database.change(
      `UPDATE operator SET totp_step = $2, totp_secret = $4, totp_key = $5
        WHERE id = $1 AND totp_step < $2 AND totp_secret = $3 AND suspended_at IS NULL`,
      [id, step, stored.sealed, sealed.sealed, sealed.keyId],
      { rows: 'any' },
    );
    return changed > 0;
  }
}
