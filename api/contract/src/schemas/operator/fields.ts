import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';

const format: ErrorCode = 'field.format';

/** Mandatory for whatever changes something. */
export const reason = z
  .string()
  .max(500)
  .regex(/\S/, { error: format })
  // What Postgres stores as text.
  .refine((value) => value.isWellFormed() && !value.includes('\0'), { error: format });
