import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { codeStep, newCodeSecret } from '../credentials/googleCode.ts';
import type { SecretBox } from '../credentials/secretBox.ts';
import { type EnrolledOperator, OperatorRepository } from './operatorRepository.ts';

/** Codes of operators' authenticators: what one is worth, and that each works once. */
export class OperatorCodes {
  readonly #operators: OperatorRepository;
  readonly #secrets: SecretBox;
  readonly #clock: Clock;
  /** What a code is compared with where there is no operator. */
  readonly #nobodysSecret = newCodeSecret();

  constructor(database: Database, secrets: SecretBox, clock: Clock) {
    this.#operators = new OperatorRepository(database);
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** The time step of a right code, used or not; the work is the same where there is no operator, or no key that opens the secret: then no code is right. */
  stepOf(operator: EnrolledOperator | undefined, code: string): bigint | undefined {
    const isOpenable = operator !== undefined && this.#secrets.keyIds.includes(operator.secret.keyId);
    const secret = isOpenable ? this.#secrets.open(operator.secret, operator.id) : this.#nobodysSecret;
    return codeStep(secret, code, this.#clock.now());
  }

  /**
   * Uses a code up, in one statement: of any number who send one code at once, one gets in. A secret under an old key is
   * sealed again on the way.
   * @returns whether nobody had used it, or a later one
   */
  take({ id, secret: stored }: EnrolledOperator, step: bigint): Promise<boolean> {
    const secrets = this.#secrets;
    const sealed = secrets.isOutdated(stored) ? secrets.seal(secrets.open(stored, id), id) : stored;
    return this.#operators.takeStep(id, step, stored, sealed);
  }
}
