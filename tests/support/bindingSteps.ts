import { generateSync } from 'otplib';
import { demoPassword } from '../../api/src/testing/index.ts';

/** A bound authenticator. */
export interface BoundPhone {
  /** The code of now, or of so many steps of thirty seconds ago: each is good once. */
  code(stepsAgo?: number): string;
  /** Nine that are left to use. */
  readonly recoveryCodes: readonly string[];
}

/** A call of whose account it is. Throws unless it succeeds. */
export type SecurityCall = (path: string, data: object) => Promise<Record<string, unknown>>;

/**
 * Binds an authenticator past the screens. It uses up the code of the step before.
 * @param mailedCode the newest code that was mailed to the member
 */
export async function bindAuthenticator(call: SecurityCall, mailedCode: () => Promise<string>): Promise<BoundPhone> {
  await call('email-codes', { purpose: 'bindGoogle' });
  const { secret } = await call('google/binding', { password: demoPassword, emailCode: await mailedCode() });
  const code = (stepsAgo = 0): string =>
    generateSync({ secret: String(secret), epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo, period: 30 });
  const confirmed = await call('google/binding/code', { code: code(1) });
  const recoveryCodes = confirmed.recoveryCodes as string[];
  await call('google/binding/recovery-code', { recoveryCode: recoveryCodes[0] });
  return { code, recoveryCodes: recoveryCodes.slice(1) };
}
