import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SessionOperator } from '../../platform/http/caller.ts';
import { failureSubject, type LoginFailures } from '../credentials/failures.ts';
import { secondsToNextStep } from '../credentials/googleCode.ts';
import { Turns } from '../credentials/turns.ts';
import type { OperatorCodes } from './operatorCodes.ts';
import { OperatorRepository } from './operatorRepository.ts';

export interface FreshCodeParts {
  readonly database: Database;
  readonly codes: OperatorCodes;
  readonly failures: LoginFailures;
  readonly clock: Clock;
}

/** What an action that moves money asks for alongside the session: a code of this moment, so that a session alone is not enough. */
export class FreshCodes {
  readonly #parts: FreshCodeParts;
  readonly #operators: OperatorRepository;
  readonly #turns = new Turns();

  constructor(parts: FreshCodeParts) {
    this.#parts = parts;
    this.#operators = new OperatorRepository(parts.database);
  }

  /**
   * Uses the code up. Guesses count as those at a log-in of who knows the password, too: whoever has the session is no
   * further. Those at a log-in do not count here: who has the password alone stops nobody who is logged in.
   * @throws AppError field.required, twofactor.incorrect, twofactor.used; auth.too_many_attempts after five wrong ones
   */
  async use({ name }: SessionOperator, code: string | undefined): Promise<void> {
    if (code === undefined) throw fieldError([{ path: 'code', code: 'field.required' }]);
    await this.#turns.run(name, () => this.#use(name, code));
  }

  async #use(name: string, code: string): Promise<void> {
    const { codes, failures, clock } = this.#parts;
    const guesses = failureSubject('operator session code', name);
    await failures.admitOrRefuse(guesses);
    const guessesAtLogIn = failureSubject('operator code', name, '');
    await failures.admit(guessesAtLogIn);
    const operator = await this.#operators.findEnrolled(name);
    const step = codes.stepOf(operator, code);
    if (!operator || step === undefined) throw fieldError([{ path: 'code', code: 'twofactor.incorrect' }]);
    if (!(await codes.take(operator, step))) {
      await failures.takeBack(guesses);
      await failures.takeBack(guessesAtLogIn);
      throw new AppError('twofactor.used', { params: { seconds: secondsToNextStep(clock.now()) } });
    }
    await failures.clear(guesses);
    await failures.clear(guessesAtLogIn);
  }
}
