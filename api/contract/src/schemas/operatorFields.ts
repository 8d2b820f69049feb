import { z } from 'zod';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { opaqueId, sixDigits, time } from './fields.ts';

const format: ErrorCode = 'field.format';

/** Mandatory for whatever changes something. */
export const reason = z.string().max(500).regex(/\S/, { error: format });

/** What is known of an event beyond its columns. */
export const facts = z.record(z.string(), z.unknown()).nullable();

export const googleCode = sixDigits(format);

/** Of the caller's authenticator, for what asks for a fresh one: a session needs it, a command does not. */
export const freshCode = googleCode.optional().meta({ description: 'of your authenticator; each works once' });

/**
 * An open session of an operator. `network`: of its address, without the last part; `browser` and `system`: what `userAgent` comes
 * to, `?` where it does not say.
 */
export const operatorSession = {
  ...{ startedAt: time, lastSeenAt: time, network: z.string() },
  ...{ userAgent: z.string(), browser: z.string(), system: z.string() },
};

/** How many rows a file would have. `more`: there are more than that, which it leaves out. */
export const exportCount = z.strictObject({ rows: z.int(), more: z.boolean() });

/** What waits for another person now, and until when. */
export const approvalRequested = z.strictObject({ id: opaqueId, expiresAt: time });
