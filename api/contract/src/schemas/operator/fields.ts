import { z } from 'zod';
import type { ErrorCode } from '../../errors/errorCatalogue.ts';

const format: ErrorCode = 'field.format';

/** Mandatory for whatever changes something. */
export const reason = z.string().max(500).regex(/\S/, { error: format });

/** What is known of an event beyond its columns. */
export const facts = z.record(z.string(), z.unknown()).nullable();
