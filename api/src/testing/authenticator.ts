import { generateSync } from 'otplib';
import { demoPassword } from '../development/demo/team.ts';
import { mailedCode } from './registering.ts';
import type { Client, TestApplication } from './testApplication.ts';

/** A phone with Google Authenticator. */
export interface Phone {
  readonly recoveryCodes: readonly string[];
  /** A code that was not used yet: the clock goes on to the next step. */
  code(): string;
  /** The code of this moment, used or not. */
  codeNow(): string;
}

const stepMs = 30_000;

/** Goes all the way to a bound authenticator. @throws Error at the step that was refused */
export async function bindGoogle(
  app: TestApplication,
  member: Client,
  email: string,
  password = demoPassword,
): Promise<Phone> {
  const sent = await member.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' });
  if (sent.status !== 202) throw new Error(`no code was mailed: ${sent.text}`);
  const emailCode = await mailedCode(app, email);
  const started = await member.post('/api/v1/security/google/binding', { password, emailCode });
  if (started.status !== 200) throw new Error(`the binding did not start: ${started.text}`);
  const phone = phoneWith(app, String(started.body.secret));
  const confirmed = await member.post('/api/v1/security/google/binding/code', { code: phone.code() });
  if (confirmed.status !== 200) throw new Error(`the code was refused: ${confirmed.text}`);
  const recoveryCodes = confirmed.body.recoveryCodes as string[];
  const recoveryCode = recoveryCodes[4]?.toLowerCase().replaceAll('-', ' ');
  const bound = await member.post('/api/v1/security/google/binding/recovery-code', { recoveryCode });
  if (bound.status !== 200) throw new Error(`the recovery code was refused: ${bound.text}`);
  member.keep(bound);
  return { ...phone, recoveryCodes };
}

export function phoneWith({ clock }: TestApplication, secret: string): Omit<Phone, 'recoveryCodes'> {
  const codeNow = (): string =>
    generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000), period: stepMs / 1000 });
  return {
    codeNow,
    code() {
      clock.advance(stepMs);
      return codeNow();
    },
  };
}
