import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { clockDrift, codeStep, newCodeSecret, otpauthUri } from '../credentials/googleCode.ts';
import { ownWords, type Passwords } from '../credentials/passwords.ts';
import type { SecretBox } from '../credentials/secretBox.ts';
import { newToken, tokenDigest, wordDigest } from '../credentials/sessionToken.ts';
import { clockFactor } from '../credentials/wrongFactor.ts';
import { EnrolmentRepository } from './enrolmentRepository.ts';
import { OperatorRepository } from './operatorRepository.ts';

/** How long a link to enrol works. */
export const enrolmentSeconds = 24 * 3600;

export interface EnrolmentParts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly productName: string;
}

/**
 * Makes the one link by which an operator sets password and Google code; an older one counts for nothing from now on.
 * Inside the caller's transaction. @returns the token, of which only the digest is kept
 */
export async function newEnrolment(database: Database, operatorId: string, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = secondsFrom(now, enrolmentSeconds);
  await new EnrolmentRepository(database).add(operatorId, tokenDigest(token), now, expiresAt);
  return token;
}

/** An operator's way in, in two steps: the password, for which the secret is shown once; then a first code from it. */
export class Enrolment {
  readonly #parts: EnrolmentParts;
  readonly #operators: OperatorRepository;
  readonly #enrolments: EnrolmentRepository;

  constructor(parts: EnrolmentParts) {
    this.#parts = parts;
    this.#operators = new OperatorRepository(parts.database);
    this.#enrolments = new EnrolmentRepository(parts.database);
  }

  /**
   * Sets the password and shows the secret, once.
   * @param word the other half, of a link that two admins made
   * @throws AppError code.invalid_or_expired for a token that is wrong, opened, used or too old; code.incorrect for another word;
   *   member.password_weak
   */
  async open(token: string, password: string, word?: string): Promise<{ name: string; otpauthUri: string }> {
    const { database, passwords, secrets, clock, productName } = this.#parts;
    const unopened = await this.#enrolments.findUnopened(tokenDigest(token), clock.now());
    if (!unopened) throw new AppError('code.invalid_or_expired');
    if (unopened.wordHash !== null) {
      if (word === undefined) throw fieldError([{ path: 'word', code: 'field.required' }]);
      if (!unopened.wordHash.equals(wordDigest(word))) throw fieldError([{ path: 'word', code: 'code.incorrect' }]);
    }
    if (!passwords.isStrong(password, ownWords(unopened.name)))
      throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
    const hash = await passwords.hash(password);
    const secret = newCodeSecret();
    const sealed = secrets.seal(secret, unopened.id);
    await database.inTransaction(async () => {
      if (!(await this.#enrolments.open(tokenDigest(token), clock.now())))
        throw new AppError('code.invalid_or_expired');
      await this.#operators.setCredentials(unopened.id, hash, sealed);
    });
    return { name: unopened.name, otpauthUri: otpauthUri(`${productName} operators`, unopened.name, secret) };
  }

  /**
   * Ends the enrolment with a first code, which is used up by it. Five tries.
   * @throws AppError code.invalid_or_expired, or code.incorrect
   */
  async confirm(token: string, code: string, requestId: string): Promise<{ name: string }> {
    const { database, secrets, clock } = this.#parts;
    const now = clock.now();
    // The try is counted before the code is looked at, in a statement that commits whatever comes after.
    const operatorId = await this.#enrolments.countTry(tokenDigest(token), now);
    const operator = await this.#operators.findEnrolling(operatorId ?? null);
    if (!operator) throw new AppError('code.invalid_or_expired');
    const { id, name, secret } = operator;
    const opened = secrets.open(secret, id);
    const step = codeStep(opened, code, now);
    if (step === undefined) {
      // Who enrols has the secret: there is nothing to guess.
      const drift = clockDrift(opened, code, now);
      throw fieldError([drift === undefined ? { path: 'code', code: 'code.incorrect' } : clockFactor(drift)]);
    }
    await database.inTransaction(async () => {
      if (!(await this.#enrolments.end(tokenDigest(token), now))) throw new AppError('code.invalid_or_expired');
      await this.#operators.enrol(id, step, now);
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
