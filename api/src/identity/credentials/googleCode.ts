import { generateSecret, generateURI, verifySync } from 'otplib';

/** A step of RFC 6238. */
const stepSeconds = 30;

/** How long the code of this moment is shown. */
export const secondsToNextStep = (now: Date): number => stepSeconds - (Math.floor(now.getTime() / 1000) % stepSeconds);

/** 160 random bits in Base32. */
export const newCodeSecret = (): string => generateSecret();

/** What an authenticator app reads. */
export const otpauthUri = (issuer: string, label: string, secret: string): string =>
  generateURI({ issuer, label, secret });

/**
 * The time step that a code of six digits belongs to, if it is the present one or the one before: a code that is typed
 * in its last second is still good. `undefined`: a wrong code.
 */
export function codeStep(secret: string, code: string, now: Date): bigint | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: [stepSeconds, 0] });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
