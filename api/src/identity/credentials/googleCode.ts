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

/** So many seconds a code may be early or late: phones' clocks differ. */
const toleranceSeconds = stepSeconds;
/** So far a clock may be off for its owner to be shown so. */
const driftSeconds = 300;

/**
 * The time step that a code of six digits belongs to, if it is the present one, the one before or the one after: a code
 * that is typed in its last second is still good, and so is that of a phone that is a little fast. `undefined`: a wrong
 * code.
 */
export const codeStep = (secret: string, code: string, now: Date): bigint | undefined =>
  stepWithin(secret, code, now, toleranceSeconds);

/**
 * By how many minutes the clock is fast (below 0: slow) that this code would be right for; `undefined`: it is wrong for
 * every clock within five minutes. Only for who has proven themselves before: to others it would say of more guesses that
 * they were nearly right.
 */
export function clockDrift(secret: string, code: string, now: Date): number | undefined {
  const step = stepWithin(secret, code, now, driftSeconds);
  if (step === undefined) return undefined;
  const steps = Number(step) - Math.floor(now.getTime() / 1000 / stepSeconds);
  return Math.sign(steps) * Math.max(1, Math.round((Math.abs(steps) * stepSeconds) / 60));
}

function stepWithin(secret: string, code: string, now: Date, seconds: number): bigint | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: seconds });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
