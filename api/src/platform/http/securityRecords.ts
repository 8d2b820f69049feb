import type { AudienceName } from '@trellis/api-contract';
import type { AnyErrorCode } from '../../ground/errors.ts';

/** A call that touches what keeps an account its owner's, as it ended. */
export interface SecurityEvent {
  readonly audience: AudienceName;
  /** The endpoint's name. */
  readonly event: string;
  readonly outcome: 'done' | AnyErrorCode;
  /** Id of the member or operator that it was about, where that is known. */
  readonly about: string | undefined;
  /** Otherwise the name that was typed, which may be nobody's. */
  readonly typedName: string | undefined;
  /** By a command, and whose. */
  readonly command: string | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** Keeps them. */
export interface SecurityRecords {
  /** Never throws: what happened has happened. */
  add(event: SecurityEvent): Promise<void>;
}

/** A proof of an action that was wrong: somebody guesses, or has half of what they need. */
const wrongProofs: ReadonlySet<AnyErrorCode> = new Set([
  'twofactor.incorrect',
  'twofactor.used',
  'code.incorrect',
  'code.invalid_or_expired',
  'passkey.refused',
  'auth.too_many_attempts',
]);

/** What of a call decides whether its refusal is kept. */
export interface RefusedCall {
  readonly audience: AudienceName;
  readonly method: string;
  readonly hasAction: boolean;
  /** Its endpoint says that it touches security. */
  readonly isRecorded: boolean;
  /** Policy, limit and schemas had let it in. */
  readonly wasLetIn: boolean;
}

/**
 * Whether a refusal is kept: of all that touches security, of wrong proofs, and of whatever operators are refused. What
 * is turned away before it is looked at (by a limit, or for its form) is not: writing it down would do the flood's work.
 */
export function keepsRefusal(
  code: AnyErrorCode,
  { audience, method, hasAction, isRecorded, wasLetIn }: RefusedCall,
): boolean {
  if (code === 'server.busy') return false;
  if (!wasLetIn) return code === 'auth.forbidden' && audience === 'operator';
  if (isRecorded) return true;
  if (audience === 'operator') return method !== 'GET';
  return hasAction && wrongProofs.has(code);
}
