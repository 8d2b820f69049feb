import { createHash } from 'node:crypto';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Input } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Clock } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import { type Database, postgresFailure } from '../../../platform/db/database.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { Owner } from '../../members/owner.ts';
import type { Renewing, Sessions } from '../../members/sessions.ts';
import type { Verified } from '../../members/verified.ts';
import { endAppLocks } from './appLocks.ts';
import type { ChallengePurpose, PasskeyChallenges } from './passkeyChallenges.ts';
import type { CheckedPasskey, OwnPasskey, PasskeyRepository } from './passkeyRepository.ts';

type Attestation = Input<'addPasskey'>['attestation'];
type Assertion = Input<'logInWithPasskey'>['assertion'];
type Passkey = AnswerOf<'member', 'addPasskey'>['passkey'];

const maximumPasskeys = 10;

export interface PasskeyParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passkeyRepository: PasskeyRepository;
  readonly memberCredentials: MemberCredentials;
  readonly clock: Clock;
  readonly productName: string;
  /** Scheme, host and port that the browser sees. */
  readonly publicOrigin: string;
  readonly challenges: PasskeyChallenges;
  readonly notifier: Notifier;
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
   * @param passwordHash of the password that it is added with
   * @returns what stores it and goes on under another session, inside the caller's transaction; auth.session_required if the account has another password
   *   by then, or was stopped: what ends every key would have missed this one
   * @throws AppError passkey.refused
   */
  async add(
    caller: Renewing,
    name: string,
    attestation: Attestation,
    passwordHash: string,
  ): Promise<() => Promise<{ passkey: Passkey; sessionToken: string }>> {
    const { passkeyRepository, memberCredentials, sessions, clock, notifier, challenges, publicOrigin } = this.#parts;
    const memberId = caller.member.id;
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
      if (!(await memberCredentials.lockIfUnchanged(memberId, { passwordHash })))
        throw new AppError('auth.session_required');
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
      await notifier.member(memberId, 'passkeyAdded', { name });
      return { passkey: present(key), sessionToken: await sessions.renew(caller, 'go on') };
    };
  }

  /** @returns the token of the session that goes on @throws AppError request.not_found if the member has no such key */
  async remove(caller: Renewing, id: string): Promise<string> {
    const { database, passkeyRepository, sessions, notifier } = this.#parts;
    const memberId = caller.member.id;
    return database.inTransaction(async () => {
      const name = await passkeyRepository.remove(memberId, id);
      if (name === undefined) throw new AppError('request.not_found');
      await notifier.member(memberId, 'passkeyRemoved', { name });
      if ((await passkeyRepository.listOf(memberId)).length === 0) await endAppLocks(database, memberId);
      return sessions.renew(caller, 'go on');
    });
  }

  /** What the browser needs to look for a key of this site; the device names the member. */
  async startLogIn(): Promise<Record<string, unknown>> {
    const options = await generateAuthenticationOptions({ rpID: this.#host, userVerification: 'required' });
    await this.#parts.challenges.remember(options.challenge, { purpose: 'log_in' });
    return { ...options };
  }

  /** Whose key has answered. @throws AppError passkey.refused, auth.account_frozen */
  async logIn(assertion: Assertion): Promise<Verified> {
    const { passkeyRepository, memberCredentials, clock } = this.#parts;
    const key = await passkeyRepository.findForLogIn(assertion.id);
    if (!key) throw new AppError('passkey.refused');
    const counter = await this.#verify(key, assertion, { purpose: 'log_in' });
    if (key.frozen) throw new AppError('auth.account_frozen');
    const { memberId: id, username, language, timeZone, suspended } = key;
    return {
      member: { id, username, language, timeZone: timeZone ?? undefined, suspended },
      async use() {
        const isOpen = await memberCredentials.lockIfUnchanged(id);
        if (!isOpen || !(await passkeyRepository.use(key.id, id, counter, clock.now())))
          throw new AppError('passkey.refused');
      },
    };
  }

  /** What the browser needs to look for one of the member's keys. @throws AppError passkey.refused if they have none */
  async startUnlock(memberId: string): Promise<Record<string, unknown>> {
    const known = await this.list(memberId);
    if (known.length === 0) throw new AppError('passkey.refused');
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      userVerification: 'required',
      allowCredentials: known.map(({ id }) => ({ id })),
    });
    await this.#parts.challenges.remember(options.challenge, { purpose: 'unlock', memberId });
    return { ...options };
  }

  /**
   * Checks that a key of the member's has answered, outside of any transaction.
   * @returns what uses it, inside the caller's transaction
   * @throws AppError passkey.refused
   */
  async unlock(memberId: string, assertion: Assertion): Promise<() => Promise<void>> {
    const { passkeyRepository, clock } = this.#parts;
    const key = await passkeyRepository.findForLogIn(assertion.id);
    if (key?.memberId !== memberId) throw new AppError('passkey.refused');
    const counter = await this.#verify(key, assertion, { purpose: 'unlock', memberId });
    return async () => {
      if (!(await passkeyRepository.use(key.id, memberId, counter, clock.now()))) throw new AppError('passkey.refused');
    };
  }

  /** @returns how often the device says the key was used @throws AppError passkey.refused */
  async #verify(key: CheckedPasskey, assertion: Assertion, meant: ChallengePurpose): Promise<number> {
    const { challenges, publicOrigin } = this.#parts;
    const checked = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => challenges.take(challenge, meant),
      expectedOrigin: publicOrigin,
      expectedRPID: this.#host,
      requireUserVerification: true,
      credential: { id: key.id, publicKey: new Uint8Array(key.publicKey), counter: Number(key.counter) },
    }).catch(refuse);
    if (!checked.verified) throw new AppError('passkey.refused');
    return checked.authenticationInfo.newCounter;
  }
}

const present = ({ id, name, createdAt, lastUsedAt }: OwnPasskey): Passkey => ({
  id,
  name,
  createdAt,
  lastUsedAt,
});

/** The library says by an error what was wrong with an answer; to its sender it is one thing. */
function refuse(error: unknown): never {
  throw new AppError('passkey.refused', { cause: error });
}
