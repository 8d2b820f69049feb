import { createHash } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Input, Output } from '@trellis/api-contract';
import type { Tell } from '../../../governance/tell/tell.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import { type Database, postgresFailure } from '../../../platform/db/database.ts';
import type { SessionMember } from '../../../platform/http/caller.ts';
import type { Owner } from '../google/googleBinding.ts';
import type { PasskeyChallenges } from './passkeyChallenges.ts';
import type { OwnPasskey, PasskeyRepository } from './passkeyRepository.ts';

type Attestation = Input<'addPasskey'>['attestation'];
type Assertion = Input<'logInWithPasskey'>['assertion'];
type Passkey = Output<'addPasskey'>['passkey'];

const maximumPasskeys = 10;

export interface PasskeyParts {
  readonly database: Database;
  readonly passkeyRepository: PasskeyRepository;
  readonly clock: Clock;
  readonly productName: string;
  /** Scheme, host and port that the browser sees. */
  readonly publicOrigin: string;
  readonly challenges: PasskeyChallenges;
  readonly tell: Tell;
}

/**
 * Passkeys (WebAuthn): a device's own key, unlocked by its owner, that works on this site only. Log-in with one stands
 * for password and code together, and cannot be phished. https, or localhost: browsers know no passkeys elsewhere.
 */
export class Passkeys {
  readonly #parts: PasskeyParts;
  readonly #host: string;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
    this.#host = new URL(parts.publicOrigin).hostname;
  }

  async list(memberId: string): Promise<Passkey[]> {
    const rows = await this.#parts.passkeyRepository.listOf(memberId);
    return rows.map(present);
  }

  /** What the browser needs to make a key. */
  async startAdding({ id, username }: Owner): Promise<Record<string, unknown>> {
    const { challenges, productName } = this.#parts;
    const known = await this.list(id);
    const options = await generateRegistrationOptions({
      rpName: productName,
      rpID: this.#host,
      userName: username,
      // Says nothing of the member to who finds the device.
      userID: new Uint8Array(createHash('sha256').update(`passkey user\n${id}`).digest()),
      attestationType: 'none',
      excludeCredentials: known.map((key) => ({ id: key.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await challenges.remember(options.challenge, { purpose: 'add', memberId: id });
    return { ...options };
  }

  /**
   * Checks a new key, outside of any transaction.
   * @returns what stores it, inside the caller's transaction
   * @throws AppError passkey.refused
   */
  async add({ id: memberId }: Owner, name: string, attestation: Attestation): Promise<() => Promise<Passkey>> {
    const { passkeyRepository, clock, tell, challenges, publicOrigin } = this.#parts;
    const checked = await verifyRegistrationResponse({
      response: attestation as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) => challenges.take(challenge, { purpose: 'add', memberId }),
      expectedOrigin: publicOrigin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    }).catch(refuse);
    if (!checked.verified) throw new AppError('passkey.refused');
    const { credential } = checked.registrationInfo;
    if ((await this.list(memberId)).length >= maximumPasskeys) throw new AppError('passkey.refused');
    return async () => {
      const key = await passkeyRepository
        .add({
          id: credential.id,
          memberId,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: [...(credential.transports ?? [])],
          name,
          createdAt: clock.now(),
        })
        .catch((error: unknown) => {
          if (postgresFailure(error)?.code === '23505') throw new AppError('passkey.refused');
          throw error;
        });
      await tell.member(memberId, 'passkeyAdded', { name });
      return present(key);
    };
  }

  /** @throws AppError request.not_found if the member has no such key */
  async remove(memberId: string, id: string): Promise<void> {
    const { database, passkeyRepository, tell } = this.#parts;
    await database.inTransaction(async () => {
      const name = await passkeyRepository.remove(memberId, id);
      if (name === undefined) throw new AppError('request.not_found');
      await tell.member(memberId, 'passkeyRemoved', { name });
    });
  }

  /** What the browser needs to look for a key of this site; the device names the member. */
  async startLogIn(): Promise<Record<string, unknown>> {
    const options = await generateAuthenticationOptions({ rpID: this.#host, userVerification: 'required' });
    await this.#parts.challenges.remember(options.challenge, { purpose: 'log_in' });
    return { ...options };
  }

  /**
   * Whose key has answered. @throws AppError passkey.refused, auth.account_frozen
   */
  async logIn(assertion: Assertion): Promise<SessionMember> {
    const { passkeyRepository, clock, challenges, publicOrigin } = this.#parts;
    const key = await passkeyRepository.findForLogIn(assertion.id);
    if (!key) throw new AppError('passkey.refused');
    const checked = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => challenges.take(challenge, { purpose: 'log_in' }),
      expectedOrigin: publicOrigin,
      expectedRPID: this.#host,
      requireUserVerification: true,
      credential: { id: assertion.id, publicKey: new Uint8Array(key.publicKey), counter: Number(key.counter) },
    }).catch(refuse);
    if (!checked.verified) throw new AppError('passkey.refused');
    if (key.frozen) throw new AppError('auth.account_frozen');
    const isKnown = await passkeyRepository.use(
      key.id,
      key.memberId,
      checked.authenticationInfo.newCounter,
      clock.now(),
    );
    if (!isKnown) throw new Error('the passkey was removed while it was checked');
    const { memberId: id, username, language, suspended } = key;
    return { id, username, language, suspended };
  }
}

const present = ({ id, name, createdAt, lastUsedAt }: OwnPasskey): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** The library says by an error what was wrong with an answer; to its sender it is one thing. */
function refuse(error: unknown): never {
  throw new AppError('passkey.refused', { cause: error });
}
