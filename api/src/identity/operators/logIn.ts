import { recordAudit } from '../../governance/audit/auditLog.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Call } from '../../platform/http/caller.ts';
import { networkOf } from '../../platform/http/origin.ts';
import { type FailureSubject, failureSubject, type LoginFailures, networkSubjects } from '../credentials/failures.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { Turns } from '../credentials/turns.ts';
import type { OperatorCodes } from './operatorCodes.ts';
import { type EnrolledOperator, OperatorRepository } from './operatorRepository.ts';

export interface OperatorLogInParts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly codes: OperatorCodes;
}

export interface OperatorCredentials {
  readonly name: string;
  readonly password: string;
  /** Six digits. */
  readonly code: string;
}

/** Password and Google code, both at once: one answer for whatever of it is wrong. */
export class OperatorLogIn {
  readonly #parts: OperatorLogInParts;
  readonly #operators: OperatorRepository;
  readonly #turns = new Turns();

  constructor(parts: OperatorLogInParts) {
    this.#parts = parts;
    this.#operators = new OperatorRepository(parts.database);
  }

  /**
   * Uses the code up. The work is the same whatever is wrong, so that neither answer nor time says what it was.
   * @throws AppError auth.credentials_invalid; auth.too_many_attempts after five failures of a name from a network
   */
  async verify(credentials: OperatorCredentials, call: Call): Promise<EnrolledOperator> {
    const name = credentials.name.toLowerCase();
    const subjects = networkSubjects(call.address, 'operator', name);
    // Of many at once each waits until the one before it is counted.
    return this.#turns.run(`${name} ${networkOf(call.address)}`, () => this.#verify(credentials, call, subjects));
  }

  /** Counts each try before it is looked at: of several processes, too, not more get through than of one. */
  async #verify(
    { name, password, code }: OperatorCredentials,
    call: Call,
    subjects: readonly FailureSubject[],
  ): Promise<EnrolledOperator> {
    const { passwords, failures, codes } = this.#parts;
    await failures.admitAll(subjects);
    const operator = await this.#find(name);
    const knowsPassword = await passwords.verify(operator?.passwordHash, password);
    // Who has the password and guesses codes is counted over all networks, before the guess, and shown nothing of it.
    const guesses = failureSubject('operator code', name.toLowerCase(), knowsPassword ? '' : networkOf(call.address));
    const mayGuess = await failures.admit(guesses);
    const step = codes.stepOf(operator, code);
    if (operator && knowsPassword && mayGuess && step !== undefined)
      if (await this.#take(operator, step, call.requestId)) {
        for (const { subject } of subjects) await failures.clear(subject);
        await failures.clear(guesses);
        return operator;
      }
    throw new AppError('auth.credentials_invalid');
  }

  #find(name: string): Promise<EnrolledOperator | undefined> {
    // A name that none can have, as one with a NUL, is not asked for.
    return this.#operators.findEnrolled(/^[a-z0-9.-]+$/i.test(name) ? name.toLowerCase() : '');
  }

  /** Uses the code up, and says in the audit log who came in. */
  #take(operator: EnrolledOperator, step: bigint, requestId: string): Promise<boolean> {
    const { database, codes } = this.#parts;
    return database.inTransaction(async () => {
      if (!(await codes.take(operator, step))) return false;
      await recordAudit(database, {
        actor: `operator:${operator.name}`,
        action: 'operator.log_in',
        subject: operator.name,
        reason: 'password and code',
        requestId,
      });
      return true;
    });
  }
}
