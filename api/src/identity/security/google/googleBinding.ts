import { renderSVG } from 'uqr';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { MemberCaller } from '../../../platform/http/caller.ts';
import { type EmailCodes, memberAsker } from '../../credentials/emailCodes.ts';
import { failureSubject, type LoginFailures } from '../../credentials/failures.ts';
import { clockDrift, codeStep, newCodeSecret, otpauthUri } from '../../credentials/googleCode.ts';
import type { SecretBox } from '../../credentials/secretBox.ts';
import { clockFactor, wrongFactor } from '../../credentials/wrongFactor.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { MemberCodes } from '../../members/memberCodes.ts';
import type { MemberCredentials } from '../../members/memberCredentials.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import type { Owner } from '../../members/owner.ts';
import type { Renewing, Sessions } from '../../members/sessions.ts';
import { endPasskeys } from '../passkeys/endPasskeys.ts';
import { forgetRecoveryCodes, newRecoveryCodes, type RecoveryCodes } from './recoveryCodes.ts';

/** A binding that is not finished within this is begun again. */
const bindingSeconds = 1800;

interface Binding {
  readonly secret: Buffer;
  readonly key: string;
  readonly step: string | null;
  readonly recovery: Buffer[] | null;
}

export interface GoogleBindingParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly memberCodes: MemberCodes;
  readonly memberCredentials: MemberCredentials;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly productName: string;
  readonly secrets: SecretBox;
  readonly codes: EmailCodes;
  readonly failures: LoginFailures;
  readonly oldPassword: OldPassword;
  readonly recovery: RecoveryCodes;
  readonly notifier: Notifier;
}

/**
 * Binds Google Authenticator in three steps: password and e-mail code give the secret; a code of it gives ten recovery
 * codes; one of them, typed back, binds. Neither a password nor a mailbox alone is enough.
 */
export class GoogleBinding {
  readonly #parts: GoogleBindingParts;

  constructor(parts: GoogleBindingParts) {
    this.#parts = parts;
  }

  /** @throws AppError twofactor.bound_already, auth.password_incorrect, code.incorrect, code.invalid_or_expired */
  async start(
    caller: MemberCaller,
    password: string,
    emailCode: string,
  ): Promise<{ secret: string; otpauthUri: string; qr: string }> {
    const { database, codes, oldPassword, secrets, clock, productName } = this.#parts;
    const owner = caller.member;
    await this.#refuseBound(owner.id);
    const { email } = await oldPassword.check(caller, password, 'password', 'auth.password_incorrect');
    const issue = await codes.check('bindGoogle', email, emailCode, memberAsker(owner.id));
    if (issue) throw fieldError([issue]);
    const secret = newCodeSecret();
    const { sealed, keyId } = secrets.seal(secret, owner.id);
    await database.inTransaction(async () => {
      await codes.consume('bindGoogle', email);
      await database.change(
        `INSERT INTO google_binding (member_id, secret, key, started_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (member_id) DO UPDATE
           SET secret = excluded.secret, key = excluded.key, started_at = excluded.started_at, step = NULL, recovery = NULL`,
        [owner.id, sealed, keyId, clock.now()],
        { rows: 1 },
      );
    });
    const uri = otpauthUri(productName, owner.username, secret);
    return { secret, otpauthUri: uri, qr: renderSVG(uri, { border: 4 }) };
  }

  /** @returns ten recovery codes, shown once @throws AppError twofactor.incorrect, code.invalid_or_expired */
  async confirm({ id }: Owner, code: string): Promise<string[]> {
    const { database, failures, secrets, recovery, clock } = this.#parts;
    const subject = failureSubject('binding code', id);
    await failures.admitOrRefuse(subject);
    const binding = await this.#open(id);
    const secret = secrets.open({ sealed: binding.secret, keyId: binding.key }, id);
    const step = codeStep(secret, code, clock.now());
    if (step === undefined) {
      // Who binds has the secret: there is nothing to guess.
      const drift = clockDrift(secret, code, clock.now());
      throw fieldError([drift === undefined ? wrongFactor() : clockFactor(drift)]);
    }
    await failures.clear(subject);
    const recoveryCodes = newRecoveryCodes();
    const digests = await recovery.keep(recoveryCodes);
    const changed = await database.change(
      'UPDATE google_binding SET step = $3, recovery = $4::bytea[] WHERE member_id = $1 AND secret = $2',
      [id, binding.secret, step, digests.map((digest) => `\\x${digest.toString('hex')}`)],
      { rows: 'any' },
    );
    if (changed === 0) throw fieldError([wrongFactor()]);
    return recoveryCodes;
  }

  /**
   * Binds: every session ends, for whoever opened one before knew less than is asked for from now on, and another one
   * begins for this browser.
   * @returns since when it is bound
   * @throws AppError twofactor.incorrect, code.invalid_or_expired
   */
  async finish(caller: Renewing, recoveryCode: string): Promise<{ boundAt: Date; sessionToken: string }> {
    const { database, sessions, memberCodes, memberCredentials, recovery, notifier, clock } = this.#parts;
    const { id } = caller.member;
    const binding = await this.#open(id);
    if (!(await recovery.among(binding.recovery ?? [], id, recoveryCode)))
      throw fieldError([{ path: 'recoveryCode', code: 'twofactor.incorrect' }]);
    const now = clock.now();
    return database.inTransaction(async () => {
      if (!(await memberCredentials.lockIfUnchanged(id))) throw new AppError('auth.session_required');
      const bound = await memberCodes.bind(id, binding.secret, now);
      // What was begun before a new password, or began again since, is not finished.
      if (!(await forgetBinding(database, id, binding.secret)))
        throw fieldError([{ path: 'code', code: 'code.invalid_or_expired' }]);
      if (!bound) throw new AppError('twofactor.bound_already');
      await recovery.replace(id, binding.recovery ?? []);
      await endPasskeys(this.#parts, id);
      await notifier.member(id, 'googleBound', {});
      return { boundAt: now, sessionToken: await sessions.renew(caller, 'end') };
    });
  }

  /**
   * The code was proven and is used by the caller. Every session ends, and another one begins for this browser.
   * @param passwordHash of the password that was looked at
   * @returns until when the ways out are locked
   * @throws AppError auth.session_required where the account has another password since, or was stopped
   */
  async remove(caller: Renewing, passwordHash: string): Promise<{ until: Date; sessionToken: string }> {
    const { database, sessions, memberCredentials, notifier, clock } = this.#parts;
    const { id } = caller.member;
    const now = clock.now();
    if (!(await memberCredentials.lockIfUnchanged(id, { passwordHash }))) throw new AppError('auth.session_required');
    await forgetGoogle(database, id);
    const sessionToken = await sessions.renew(caller, 'end');
    const until = await lockWaysOut(this.#parts, id, 'google_unbound', now);
    await notifier.member(id, 'googleUnbound', { until });
    return { until, sessionToken };
  }

  async #refuseBound(memberId: string): Promise<void> {
    const stored = await this.#parts.memberCodes.secretOf(memberId);
    if (stored?.google_secret) throw new AppError('twofactor.bound_already');
  }

  async #open(memberId: string): Promise<Binding> {
    const { database, clock } = this.#parts;
    const binding = await database.one<Binding>(
      'SELECT secret, key, step, recovery FROM google_binding WHERE member_id = $1 AND started_at > $2',
      [memberId, secondsFrom(clock.now(), -bindingSeconds)],
    );
    // Begun under a key that is gone since, it is begun again.
    if (!binding || !this.#parts.secrets.keyIds.includes(binding.key))
      throw fieldError([{ path: 'code', code: 'code.invalid_or_expired' }]);
    return binding;
  }
}

/**
 * Removes a member's authenticator, its recovery codes and a binding under way, inside the caller's transaction. The last
 * step stays: no code is good twice.
 */
export async function forgetGoogle(database: Database, memberId: string): Promise<void> {
  await new MemberCodes(database).unbind(memberId);
  await forgetRecoveryCodes(database, memberId);
  await forgetBinding(database, memberId);
}

/**
 * Ends a binding under way, inside the caller's transaction.
 * @param secret only this one's
 * @returns whether there was one
 */
export async function forgetBinding(database: Database, memberId: string, secret?: Buffer): Promise<boolean> {
  const ended = await database.change(
    'DELETE FROM google_binding WHERE member_id = $1 AND secret = coalesce($2, secret)',
    [memberId, secret ?? null],
    { rows: 'any' },
  );
  return ended > 0;
}
