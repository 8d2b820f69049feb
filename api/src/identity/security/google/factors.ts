import { codePattern } from '@trellis/api-contract';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import { widestNetworkOf } from '../../../platform/http/origin.ts';
import { failureSubject, type LoginFailures } from '../../credentials/failures.ts';
import { clockDrift, codeStep, secondsToNextStep } from '../../credentials/googleCode.ts';
import { type SecretBox, SecretKeyMissing } from '../../credentials/secretBox.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import { clockFactor, usedFactor, wrongFactor } from '../../credentials/wrongFactor.ts';
import type { CodeState, MemberCodes, StoredSecret } from '../../members/memberCodes.ts';
import type { Devices } from '../devices/devices.ts';
import type { RecoveryCodes } from './recoveryCodes.ts';

/**
 * Wrong codes of a UTC day; then none of this guesser is looked at until the next: 20 times three in a million is what
 * all unknown browsers together get, and each of the few that are known.
 */
const guessesADay = 20;
/** A recovery code has 50 bits: a guesser may try many, and still finds none. */
const recoveryGuessesADay = 100;

/**
 * Where a code comes from. Guesses are counted apart, so that whoever has the password, and no phone, keeps nobody else
 * out: a browser that the owner has logged in with, a session, a mailed ticket, and all unknown browsers together.
 */
export type CodeOrigin =
  | { readonly kind: 'session'; readonly device: string | undefined; readonly token: string }
  | {
      readonly kind: 'logIn';
      readonly device: string | undefined;
      readonly address: string;
      readonly userAgent: string;
    }
  /** A new password, by a ticket from the owner's mailbox. */
  | { readonly kind: 'mailbox' };

interface Guesser {
  readonly key: string;
  /** Has brought a right code before, as far as one was asked for. */
  readonly isKnown: boolean;
}

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
  readonly notifier: Notifier;
  readonly devices: Pick<Devices, 'isRecent' | 'reportGuess'>;
}

/** A member's second factor: the codes of Google Authenticator, and the recovery codes for when it is lost. */
export class Factors {
  readonly #parts: FactorParts;

  constructor(parts: FactorParts) {
    this.#parts = parts;
  }

  /**
   * Looks at a code and counts the try, outside of any transaction: a try stays counted whatever comes after. A right
   * one costs none. At a wrong one after the right password, in an unknown browser, the owner gets a mail.
   * @param recovery whether a recovery code will do
   * @throws AppError twofactor.incorrect, twofactor.used, twofactor.clock_fast, twofactor.clock_slow,
   *   auth.too_many_attempts
   */
  async prove(memberId: string, code: string, recovery: boolean, origin: CodeOrigin): Promise<FactorProof> {
    const { failures, memberCodes } = this.#parts;
    const guesser = await this.#guesserOf(memberId, origin);
    const isRecovery = recovery && !codePattern.test(code);
    const subject = isRecovery
      ? failureSubject('recovery code', memberId, guesser.key, networkKeyOf(guesser, origin))
      : failureSubject('member code', memberId, guesser.key);
    // Before the code is looked at.
    if (guesser.isKnown) await memberCodes.noteGuess(memberId);
    await failures.admitOrRefuse(subject);
    await failures.admitOfDay(subject, isRecovery ? recoveryGuessesADay : guessesADay);
    const proof = isRecovery ? await this.#recovery(memberId, code) : await this.#google(memberId, code);
    if (!proof) {
      if (origin.kind === 'logIn' && !guesser.isKnown)
        await this.#parts.devices.reportGuess(memberId, origin.userAgent);
      const drift = guesser.isKnown && !isRecovery ? await this.#driftOf(memberId, code) : undefined;
      // In a session a call may be sent again: its code is late, and no clock is slow.
      const isShown = drift !== undefined && (drift > 0 || origin.kind === 'logIn');
      throw fieldError([isShown ? clockFactor(drift) : wrongFactor()]);
    }
    await failures.takeBack(failures.ofDay(subject));
    if (proof === 'used') {
      // It is no guess, and no proof either: what was counted before it stays.
      await failures.takeBack(subject);
      throw this.#used();
    }
    await failures.clear(subject);
    if (guesser.isKnown) await memberCodes.forgetGuesses(memberId);
    return proof;
  }

  /** Lets unknown browsers try again: whoever has guessed there has not got the new password. */
  async forgetUnknownGuesses(memberId: string): Promise<void> {
    const { failures } = this.#parts;
    const subject = failureSubject('member code', memberId, unknownBrowsers.key);
    await failures.clear(subject);
    await failures.clear(failures.ofDay(subject));
  }

  /**
   * Looks at a code for those who have no wrong one behind them, and counts nothing: it is to be used up by a statement
   * that looks at all of this again.
   * @returns its time step if it is right and none as late was used; `undefined` leaves the verdict to `prove`
   */
  freshStep(memberId: string, state: CodeState, code: string): bigint | undefined {
    if (state.guessed || !codePattern.test(code)) return undefined;
    const secret = this.#openIfPossible(memberId, state);
    const step = secret === undefined ? undefined : codeStep(secret, code, this.#parts.clock.now());
    return step !== undefined && step > BigInt(state.google_step) ? step : undefined;
  }

  /**
   * Uses a proof up, inside the transaction of what it allows: it allows one thing once.
   * @throws AppError twofactor.used or twofactor.incorrect if somebody else just did
   */
  async use(proof: FactorProof): Promise<void> {
    const { memberCodes, recovery, notifier } = this.#parts;
    if (proof.kind === 'google') {
      if (!(await memberCodes.takeStep(proof.memberId, proof.step))) throw this.#used();
      return;
    }
    if (!(await recovery.take(proof.memberId, proof.digest))) throw fieldError([wrongFactor()]);
    const left = String(await recovery.left(proof.memberId));
    await notifier.member(proof.memberId, 'recoveryCodeUsed', { left });
  }

  async isBound(memberId: string): Promise<boolean> {
    // Also where nobody can open it: a key that is gone makes no account weaker.
    return (await this.#parts.memberCodes.secretOf(memberId))?.google_secret != null;
  }

  async #google(memberId: string, code: string): Promise<FactorProof | 'used' | undefined> {
    if (!codePattern.test(code)) return undefined;
    const row = await this.#parts.memberCodes.secretOf(memberId);
    const secret = row && this.#open(memberId, row);
    const step = secret && codeStep(secret, code, this.#parts.clock.now());
    if (!row || typeof step !== 'bigint') return undefined;
    return step > BigInt(row.google_step) ? { kind: 'google', memberId, step } : 'used';
  }

  /** Of browsers that are known as many count for themselves as one person has: no thief makes more of them. */
  async #guesserOf(memberId: string, origin: CodeOrigin): Promise<Guesser> {
    if (origin.kind === 'mailbox') return { key: 'mailbox', isKnown: false };
    const { device } = origin;
    if (device !== undefined && (await this.#parts.devices.isRecent(memberId, device)))
      return { key: `browser ${tokenDigest(device).toString('base64url')}`, isKnown: true };
    return origin.kind === 'session'
      ? { key: `session ${tokenDigest(origin.token).toString('base64url')}`, isKnown: true }
      : unknownBrowsers;
  }

  async #driftOf(memberId: string, code: string): Promise<number | undefined> {
    const secret = codePattern.test(code) ? await this.#secretOf(memberId) : undefined;
    return secret === undefined ? undefined : clockDrift(secret, code, this.#parts.clock.now());
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
    try {
      return this.#parts.secrets.open({ sealed, keyId }, memberId);
    } catch (error) {
      if (error instanceof SecretKeyMissing) throw new AppError('twofactor.unreadable', { cause: error });
      throw error;
    }
  }

  #openIfPossible(memberId: string, stored: StoredSecret): string | undefined {
    try {
      return this.#open(memberId, stored);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

const unknownBrowsers: Guesser = { key: 'unknown browsers', isKnown: false };

/** Recovery codes are too long to be guessed from many networks: each unknown one is counted for itself. */
const networkKeyOf = ({ isKnown }: Guesser, origin: CodeOrigin): string =>
  origin.kind === 'logIn' && !isKnown ? widestNetworkOf(origin.address) : '';
