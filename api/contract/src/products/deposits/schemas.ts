import { z } from 'zod';
import type { ErrorCode } from '../../errors/errorCatalogue.ts';
import { actionCode, amount, cursor, money, pageLimit, time, transaction } from '../../schemas/fields.ts';
import { depositChains, depositNetworks, depositStates } from './deposits.ts';

const chain = z.enum(depositChains);
const standard = z.enum([depositNetworks.BSC.standard, depositNetworks.TRON.standard]);
const code = (value: ErrorCode): ErrorCode => value;

const address = z
  .strictObject({
    chain,
    standard,
    address: z.string(),
    /** Until it is verified it is not to be used: what arrives is held. */
    verified: z.boolean(),
    /** A picture of it as SVG; `null` until it is verified. */
    qr: z.string().nullable(),
  })
  .meta({ id: 'DepositAddress' });

export const deposit = z
  .strictObject({
    id: z.string(),
    chain,
    standard,
    state: z.enum(depositStates),
    received: money,
    /** What was put on the balance; `null` until then. */
    credited: money.nullable(),
    /** Of the member, that it came to; `null` while it is confirming. */
    address: z.string().nullable(),
    transaction,
    /** The journal that put it on the balance: its record stands at `getRecord`; `null` until then. */
    reference: z.string().nullable(),
    /** Blocks that stand on it, at most `needed`. */
    confirmations: z.int(),
    needed: z.int(),
    at: time,
  })
  .meta({ id: 'Deposit' });

export const depositSchemas = {
  getDepositTerms: {
    summary: 'Networks that deposits come by, with minimum, confirmations, rate and fee',
    response: z.strictObject({
      networks: z.array(
        z.strictObject({
          chain,
          standard,
          /** `paused`: what arrives is credited later. `off`: not offered. */
          state: z.enum(['open', 'paused', 'off']),
          /** Less than this is not credited. */
          minimum: money,
          fee: money,
          confirmations: z.int(),
          /** What one USDT gives in USD, cut to six decimals; `null` while there is no rate. */
          rate: z.string().nullable(),
          /** Of the member, on this network. */
          address: z.enum(['none', 'unverified', 'verified']),
        }),
      ),
    }),
  },
  getNeededDeposit: {
    summary: 'How much USDT has to arrive for an amount of USD',
    query: z.strictObject({ amount }),
    response: z.strictObject({ amount: money, fee: money, needed: money, minimum: money, rate: z.string() }),
  },
  listDeposits: {
    summary: 'My deposits, newest first, with those that are still confirming',
    query: z.strictObject({ after: cursor.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ deposits: z.array(deposit), next: z.string().nullable() }),
  },
  getDepositAddress: {
    summary: 'My deposit address on a network, derived afresh',
    params: z.strictObject({ chain }),
    response: address,
  },
  createDepositAddress: {
    summary: 'Make my one deposit address on a network, or read it again',
    body: z.strictObject({ chain }),
    response: address,
  },
  verifyDepositAddress: {
    summary: 'Prove that I have my deposit address before me, after which it may be used',
    body: z.strictObject({
      chain,
      /** The end of the address, as the member reads it. */
      characters: z
        .string()
        .trim()
        .regex(/^[0-9A-Za-z]{6}$/, { error: code('deposit.characters_differ') }),
      code: actionCode.optional(),
    }),
    response: address,
  },
};
