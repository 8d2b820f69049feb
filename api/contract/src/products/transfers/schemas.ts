import { z } from 'zod';
import { actionCode, amount, money, time, username } from '../../schemas/fields.ts';

const receipt = z.strictObject({
  reference: z.string(),
  recipient: username,
  amount: money,
  fee: money,
  balanceAfter: money,
  at: time,
});

export const transferSchemas = {
  getTransferTerms: {
    summary: 'Limits and fee of a transfer, and what I can send now',
    response: z.strictObject({
      minimum: money,
      maximum: money,
      dayMaximum: money,
      dayLeft: money,
      fee: money,
      available: money,
      /** The most that can be sent now: the smallest of available, maximum and what the day leaves. */
      sendable: money,
    }),
  },
  checkTransferRecipient: {
    summary: 'Whether this member is in my own line and can receive',
    params: z.strictObject({ username }),
    response: z.strictObject({
      username,
      relation: z.enum(['upline', 'downline']),
      /** Where someone of my downline stands; `null` for my upline. */
      side: z.enum(['left', 'right']).nullable(),
      /** Nothing was sent to them as far back as the member's latest thousand movements. */
      firstTime: z.boolean(),
    }),
  },
  createTransfer: {
    summary: 'Send USD to a member of my own line',
    body: z.strictObject({
      recipient: username,
      amount,
      unit: z.literal('USD'),
      /** The fee that was shown: at another one nothing is sent. Without it, at the one in force. */
      shownFee: amount.optional(),
      code: actionCode.optional(),
    }),
    response: receipt,
  },
};
