import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { codeStep, newCodeSecret, otpauthUri } from '../credentials/googleCode.ts';
import { isStrongPassword, type Passwords } from '../credentials/passwords.ts';
import type { SecretBox } from '../credentials/secretBox.ts';
import { newToken, tokenDigest } from '../credentials/sessionToken.ts';

const lifeSeconds = 24 * 3600;

export interface EnrolmentParts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly productName: string;
}

/**
 * Makes the one link by which an operator sets password and Google code; an older one is worth nothing from now on.
 * Inside the caller's transaction. @returns the token, of which only the digest is kept
 */
export async function newEnrolment(database: Database, operatorId: string, now: Date): Promise<string> {
  const token = newToken();
  await database.change(
    'UPDATE operator_enrolment SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL',
    [operatorId, now],
    { rows: 'any' },
  );
  await database.change(
    'INSERT INTO operator_enrolment (token_hash, operator_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
    [tokenDigest(token), operatorId, now, secondsFrom(now, lifeSeconds)],
    { rows: 1 },
  );
  return token;
}

/** An operator's way in, in two steps: the password, for which the secret is shown once; then a first code from it. */
export class Enrolment {
  readonly #parts: EnrolmentParts;

  constructor(parts: EnrolmentParts) {
    this.#parts = parts;
  }

  /**
   * Sets the password and shows the secret, once.
   * @throws AppError code.invalid_or_expired for a token that is wrong, opened, used or too old; member.password_weak
   */
  async open(token: string, password: string): Promise<{ name: string; otpauthUri: string }> {
    const { database, passwords, secrets, clock, productName } = this.#parts;
    const found = await database.one<{ id: string; name: string }>(
      `SELECT o.id, o.name FROM operator_enrolment e JOIN operator o ON o.id = e.operator_id
        WHERE e.token_hash = $1 AND e.opened_at IS NULL AND e.ended_at IS NULL AND e.expires_at > $2
          AND o.suspended_at IS NULL`,
      [tokenDigest(token), clock.now()],
    );
    if (!found) throw new AppError('code.invalid_or_expired');
    if (!isStrongPassword(password, [found.name, productName]))
      throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
    const hash = await passwords.hash(password);
    const secret = newCodeSecret();
    const { sealed, keyId } = secrets.seal(secret, found.id);
    await database.inTransaction(async () => {
      // Of two who have the link one goes on.
      const opened = await database.change(
        `UPDATE operator_enrolment SET opened_at = $2
          WHERE token_hash = $1 AND opened_at IS NULL AND ended_at IS NULL`,
        [tokenDigest(token), clock.now()],
        { rows: 'any' },
      );
      if (opened === 0) throw new AppError('code.invalid_or_expired');
      await database.change(
        `UPDATE operator SET password_hash = $2, totp_secret = $3, totp_key = $4 WHERE id = $1`,
        [found.id, hash, sealed, keyId],
        { rows: 1 },
      );
    });
    return { name: found.name, otpauthUri: otpauthUri(`${productName} operators`, found.name, secret) };
  }

  /**
   * Ends the enrolment with a first code, which is used up by it. Five tries.
   * @throws AppError code.invalid_or_expired, or code.incorrect
   */
  async confirm(token: string, code: string, requestId: string): Promise<{ name: string }> {
    const { database, secrets, clock } = this.#parts;
    const now = clock.now();
    // The try is counted before the code is looked at, in a statement that commits whatever comes after.
    const tried = await database.one<{ operator_id: string }>(
      `UPDATE operator_enrolment SET tries_left = tries_left - 1
        WHERE token_hash = $1 AND opened_at IS NOT NULL AND ended_at IS NULL AND expires_at > $2 AND tries_left > 0
        RETURNING operator_id`,
      [tokenDigest(token), now],
    );
    const row = await database.one<{ name: string; totp_secret: Buffer; totp_key: string }>(
      'SELECT name, totp_secret, totp_key FROM operator WHERE id = $1 AND suspended_at IS NULL',
      [tried?.operator_id ?? null],
    );
    if (!tried || !row) throw new AppError('code.invalid_or_expired');
    const { name, totp_secret: sealed, totp_key: keyId } = row;
    const step = codeStep(secrets.open({ sealed, keyId }, tried.operator_id), code, now);
    if (step === undefined) throw fieldError([{ path: 'code', code: 'code.incorrect' }]);
    await database.inTransaction(async () => {
      const ended = await database.change(
        'UPDATE operator_enrolment SET ended_at = $2 WHERE token_hash = $1 AND ended_at IS NULL',
        [tokenDigest(token), now],
        { rows: 'any' },
      );
      if (ended === 0) throw new AppError('code.invalid_or_expired');
      await database.change(
        'UPDATE operator SET enrolled_at = $2, totp_step = $3 WHERE id = $1',
        [tried.operator_id, now, step],
        { rows: 1 },
      );
      await recordAudit(database, {
        actor: `operator:${name}`,
        action: 'operator.enrol',
        subject: name,
        reason: 'enrolment link',
        before: { enrolled: false },
        after: { enrolled: true },
        requestId,
      });
    });
    return { name };
  }
}
