import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { type MemberAction, type PasskeyAction, passkeyActions, passkeyCodePattern } from '@trellis/api-contract';
import { schemas } from '@trellis/api-contract/schemas';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import { wrongFactor } from '../../credentials/wrongFactor.ts';
import type { PasskeyChallenges } from './passkeyChallenges.ts';
import type { CheckedPasskey, PasskeyRepository } from './passkeyRepository.ts';

/** A new passkey logs in at once and proves payments a day later: one code that was phished is not for ever. */
const provesAfterSeconds = 24 * 3600;

/** A passkey's right answer; `use` makes sure that it allows one thing once. */
export interface PasskeyProof {
  readonly memberId: string;
  readonly action: PasskeyAction;
  readonly challenge: string;
  readonly passkeyId: string;
  readonly counter: number;
}

export interface PasskeyProofParts {
  readonly passkeyRepository: PasskeyRepository;
  readonly clock: Clock;
  readonly challenges: PasskeyChallenges;
  /** Scheme, host and port that the browser sees. */
  readonly publicOrigin: string;
}

const isProvable = (action: MemberAction): action is PasskeyAction =>
  (passkeyActions as readonly MemberAction[]).includes(action);

/** Passkeys as the second factor of an action: the device's owner unlocks it for this one thing. */
export class PasskeyProofs {
  readonly #parts: PasskeyProofParts;
  readonly #host: string;

  constructor(parts: PasskeyProofParts) {
    this.#parts = parts;
    this.#host = new URL(parts.publicOrigin).hostname;
  }

  /** The member's actions that a passkey of theirs proves now. */
  async actionsOf(memberId: string): Promise<ReadonlySet<MemberAction>> {
    return new Set((await this.#usable(memberId)).length > 0 ? passkeyActions : []);
  }

  /** What the browser needs to ask a device. @throws AppError passkey.refused if the member has no key that is old enough */
  async start(memberId: string, action: PasskeyAction): Promise<Record<string, unknown>> {
    const usable = await this.#usable(memberId);
    if (usable.length === 0) throw new AppError('passkey.refused');
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      userVerification: 'required',
      allowCredentials: usable.map(({ id }) => ({ id })),
    });
    await this.#parts.challenges.remember(options.challenge, { purpose: 'act', memberId, action });
    return { ...options };
  }

  /**
   * Looks at an answer, outside of the action's transaction, and uses nothing up.
   * @returns `undefined` if the text is no passkey's answer at all
   * @throws AppError twofactor.incorrect
   */
  async prove(memberId: string, action: MemberAction, code: string): Promise<PasskeyProof | undefined> {
    if (!passkeyCodePattern.test(code)) return undefined;
    const assertion = readAssertion(code);
    const key = assertion && (await this.#usable(memberId)).find(({ id }) => id === assertion.id);
    if (!isProvable(action) || !assertion || !key) throw fieldError([wrongFactor()]);
    let challenge = '';
    const checked = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (answered) => {
        challenge = answered;
        return this.#parts.challenges.isGood(answered, { purpose: 'act', memberId, action });
      },
      expectedOrigin: this.#parts.publicOrigin,
      expectedRPID: this.#host,
      requireUserVerification: true,
      credential: { id: key.id, publicKey: new Uint8Array(key.publicKey), counter: Number(key.counter) },
    }).catch(() => undefined);
    if (!checked?.verified) throw fieldError([wrongFactor()]);
    const counter = checked.authenticationInfo.newCounter;
    return { memberId, action, challenge, passkeyId: key.id, counter };
  }

  /** Uses a proof up, inside the action's transaction. @throws AppError twofactor.incorrect if it was used meanwhile */
  async use({ memberId, action, challenge, passkeyId, counter }: PasskeyProof): Promise<void> {
    const { passkeyRepository, clock, challenges } = this.#parts;
    const isFresh = await challenges.take(challenge, { purpose: 'act', memberId, action });
    const isKnown = await passkeyRepository.use(passkeyId, memberId, counter, clock.now());
    if (!isFresh || !isKnown) throw fieldError([wrongFactor()]);
  }

  #usable(memberId: string): Promise<CheckedPasskey[]> {
    const { passkeyRepository, clock } = this.#parts;
    return passkeyRepository.addedUntil(memberId, secondsFrom(clock.now(), -provesAfterSeconds));
  }
}

/** The answer that stands behind `passkey.`; `undefined` if none does. */
function readAssertion(code: string) {
  try {
    const text = Buffer.from(code.slice('passkey.'.length), 'base64url').toString('utf8');
    const read = schemas.logInWithPasskey.body.shape.assertion.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
