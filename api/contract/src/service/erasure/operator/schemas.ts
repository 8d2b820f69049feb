import { z } from 'zod';
import { username } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason } from '../../../schemas/operatorFields.ts';

/** Erasure of members at their own request, by two people. */
export const erasureOperatorSchemas = {
  askMemberErasure: {
    summary: 'Ask for a member to be erased at their own request, for good; a second person approves it',
    params: z.strictObject({ username }),
    body: z.strictObject({ reason, code: freshCode }),
    response: approvalRequested,
  },
};
