import { renderSVG } from 'uqr';
import type { Rules } from '../../../governance/rules/rules.ts';
import type { Tell } from '../../../governance/tell/tell.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { EmailCodes } from '../../credentials/emailCodes.ts';
import { failureSubject, type LoginFailures } from '../../credentials/failures.ts';
import { codeStep, newCodeSecret, otpauthUri } from '../../credentials/googleCode.ts';
import type { SecretBox } from '../../credentials/secretBox.ts';
import { lockWaysOut } from '../../members/locks.ts';
import { MemberCodes } from '../../members/memberCodes.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import { wrongFactor } from './factors.ts';
import { forgetRecoveryCodes, newRecoveryCodes, type RecoveryCodes, recoveryDigest } from './recoveryCodes.ts';

/** A binding that is not finished within this is begun anew. */
const bindingSeconds = 1800;

interface Binding {
  readonly secret: Buffer;
  readonly key: string;
  readonly step: string | null;
  readonly recovery: Buffer[] | null;
}

/** Whose account. */
export interface Owner {
  readonly id: string;
  readonly username: string;
}

export interface GoogleBindingParts {
  readonly database: Database;
  readonly memberCodes: MemberCodes;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly productName: string;
  readonly secrets: SecretBox;
  readonly codes: EmailCodes;
  readonly failures: LoginFailures;
  readonly oldPassword: OldPassword;
  readonly recovery: RecoveryCodes;
  readonly tell: Tell;
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
    owner: Owner,
    password: string,
    emailCode: string,
  ): Promise<{ secret: string; otpauthUri: string; qr: string }> {
    const { database, codes, oldPassword, secrets, clock, productName } = this.#parts;
    await this.#refuseBound(owner.id);
    const { email } = await oldPassword.check(owner.id, password, 'password', 'auth.password_incorrect');
    const issue = await codes.check('bindGoogle', email, emailCode);
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
    const { database, failures, secrets, clock } = this.#parts;
    const subject = failureSubject('binding code', id);
    await failures.admitOrRefuse(subject);
    const binding = await this.#open(id);
    const step = codeStep(secrets.open({ sealed: binding.secret, keyId: binding.key }, id), code, clock.now());
    if (step === undefined) throw fieldError([wrongFactor()]);
    await failures.clear(subject);
    const recoveryCodes = newRecoveryCodes();
    const digests = recoveryCodes.map((value) => `\\x${recoveryDigest(id, value).toString('hex')}`);
    const changed = await database.change(
      'UPDATE google_binding SET step = $3, recovery = $4::bytea[] WHERE member_id = $1 AND secret = $2',
      [id, binding.secret, step, digests],
      { rows: 'any' },
    );
    if (changed === 0) throw fieldError([wrongFactor()]);
    return recoveryCodes;
  }

  /** @returns since when it is bound @throws AppError twofactor.incorrect, code.invalid_or_expired */
  async finish({ id }: Owner, recoveryCode: string): Promise<Date> {
    const { database, memberCodes, recovery, tell, clock } = this.#parts;
    const binding = await this.#open(id);
    const digest = recoveryDigest(id, recoveryCode);
    if (!binding.recovery?.some((known) => known.equals(digest)))
      throw fieldError([{ path: 'recoveryCode', code: 'twofactor.incorrect' }]);
    const now = clock.now();
    await database.inTransaction(async () => {
      if (!(await memberCodes.bind(id, binding.secret, now))) throw new AppError('twofactor.bound_already');
      await database.change('DELETE FROM google_binding WHERE member_id = $1', [id], { rows: 1 });
      await recovery.replace(id, binding.recovery ?? []);
      await tell.member(id, 'googleBound', {});
    });
    return now;
  }

  /** The code was proven and is used by the caller. @returns until when the ways out are locked */
  async remove({ id }: Owner): Promise<Date> {
    const { database, tell, clock } = this.#parts;
    await forgetGoogle(database, id);
    const until = await lockWaysOut(this.#parts, id, 'google_unbound', clock.now());
    await tell.member(id, 'googleUnbound', { until });
    return until;
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
    if (!binding) throw fieldError([{ path: 'code', code: 'code.invalid_or_expired' }]);
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
  await database.change('DELETE FROM google_binding WHERE member_id = $1', [memberId], { rows: 'any' });
}
