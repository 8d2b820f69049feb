import { codePattern } from '@trellis/api-contract';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { type AppError, fieldError, tooManyAttempts } from '../../../ground/errors.ts';
import { failureSubject, type LoginFailures } from '../../credentials/failures.ts';
import { codeStep, secondsToNextStep } from '../../credentials/googleCode.ts';
import type { SecretBox } from '../../credentials/secretBox.ts';
import { usedFactor, wrongFactor } from '../../credentials/wrongFactor.ts';
import type { CodeState, MemberCodes, StoredSecret } from '../../members/memberCodes.ts';
import type { RecoveryCodes } from './recoveryCodes.ts';

/** Wrong codes of a UTC day; then none is looked at until the next: 20 in a million is what a guesser gets. */
const guessesADay = 20;

/** A code that was right when it was looked at; `use` makes sure that nobody else used it since. */
export type FactorProof =
  | { readonly kind: 'google'; readonly memberId: string; readonly step: bigint }
  | { readonly kind: 'recovery'; readonly memberId: string; readonly digest: Buffer };

export interface FactorParts {
  readonly memberCodes: MemberCodes;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly failures: LoginFailures;
  readonly recovery: RecoveryCodes;
  readonly tell: Tell;
}

/** A member's second factor: the codes of Google Authenticator, and the recovery codes for when it is lost. */
export class Factors {
  readonly #parts: FactorParts;

  constructor(parts: FactorParts) {
    this.#parts = parts;
  }

  /**
   * Looks at a code and counts the try, outside of any transaction: a try stays counted whatever comes after. A right
   * one costs none.
   * @param recovery whether a recovery code will do
   * @throws AppError twofactor.incorrect, twofactor.used, auth.too_many_attempts
   */
  async prove(memberId: string, code: string, recovery: boolean): Promise<FactorProof> {
    const { failures, clock, memberCodes } = this.#parts;
    const subject = failureSubject('member code', memberId);
    await failures.admitOrRefuse(subject);
    // Before the code is looked at.
    if (!(await memberCodes.countGuess(memberId, clock.now(), guessesADay)))
      throw tooManyAttempts(this.#secondsToMidnight());
    const proof = codePattern.test(code)
      ? await this.#google(memberId, code)
      : recovery
        ? await this.#recovery(memberId, code)
        : undefined;
    if (!proof) throw fieldError([wrongFactor()]);
    if (proof === 'used') {
      // It is no guess, and no proof either: what was counted before it stays.
      await failures.takeBack(subject);
      await memberCodes.uncountGuess(memberId);
      throw this.#used();
    }
    await failures.clear(subject);
    await memberCodes.uncountGuess(memberId);
    return proof;
  }

  /**
   * Looks at a code for those who have no wrong one behind them, and counts nothing: it is to be used up by a statement
   * that looks at all of this again.
   * @returns its time step if it is right and none as late was used; `undefined` leaves the verdict to `prove`
   */
  freshStep(memberId: string, state: CodeState, code: string): bigint | undefined {
    if (state.guessed || !codePattern.test(code)) return undefined;
    const secret = this.#open(memberId, state);
    const step = secret === undefined ? undefined : codeStep(secret, code, this.#parts.clock.now());
    return step !== undefined && step > BigInt(state.google_step) ? step : undefined;
  }

  /**
   * Uses a proof up, inside the transaction of what it allows: it allows one thing once.
   * @throws AppError twofactor.used or twofactor.incorrect if somebody else just did
   */
  async use(proof: FactorProof): Promise<void> {
    const { memberCodes, recovery, tell } = this.#parts;
    if (proof.kind === 'google') {
      if (!(await memberCodes.takeStep(proof.memberId, proof.step))) throw this.#used();
      return;
    }
    if (!(await recovery.take(proof.memberId, proof.digest))) throw fieldError([wrongFactor()]);
    const left = String(await recovery.left(proof.memberId));
    await tell.member(proof.memberId, 'recoveryCodeUsed', { left });
  }

  async isBound(memberId: string): Promise<boolean> {
    return (await this.#secretOf(memberId)) !== undefined;
  }

  async #google(memberId: string, code: string): Promise<FactorProof | 'used' | undefined> {
    const row = await this.#parts.memberCodes.secretOf(memberId);
    const secret = row && this.#open(memberId, row);
    const step = secret && codeStep(secret, code, this.#parts.clock.now());
    if (!row || typeof step !== 'bigint') return undefined;
    return step > BigInt(row.google_step) ? { kind: 'google', memberId, step } : 'used';
  }

  #used(): AppError {
    return fieldError([usedFactor(secondsToNextStep(this.#parts.clock.now()))]);
  }

  async #recovery(memberId: string, code: string): Promise<FactorProof | undefined> {
    const { recovery } = this.#parts;
    const digest = await recovery.find(memberId, code);
    return digest && { kind: 'recovery', memberId, digest };
  }

  async #secretOf(memberId: string): Promise<string | undefined> {
    const row = await this.#parts.memberCodes.secretOf(memberId);
    return row && this.#open(memberId, row);
  }

  #open(memberId: string, { google_secret: sealed, google_key: keyId }: StoredSecret): string | undefined {
    if (!sealed || keyId === null) return undefined;
    return this.#parts.secrets.open({ sealed, keyId }, memberId);
  }

  #secondsToMidnight(): number {
    return Math.ceil((86_400_000 - (this.#parts.clock.now().getTime() % 86_400_000)) / 1000);
  }
}
