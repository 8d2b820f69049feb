import { z } from 'zod';
import { actionCode, label, opaqueId, time } from '../../schemas/fields.ts';

/** Chains that withdrawals go to. */
export const bookChain = z.enum(['BSC', 'TRON', 'BTC']);

const address = z
  .strictObject({
    id: z.string(),
    chain: bookChain,
    address: z.string(),
    label: z.string(),
    /** It is held until then. */
    usableFrom: time,
    /** That moment has not come, by the server's clock: a phone's own may be wrong. */
    held: z.boolean(),
  })
  .meta({ id: 'BookAddress' });

export const addressSchemas = {
  listAddresses: {
    summary: 'My address book',
    response: z.strictObject({
      addresses: z.array(address),
      /** So long an address waits that is added now. */
      waitHours: z.int().nonnegative(),
    }),
  },
  addAddress: {
    summary: 'Put an address into my book; it can be used after a wait',
    body: z.strictObject({
      chain: bookChain,
      address: z.string().trim().max(200, { error: 'withdrawal.address_invalid' }),
      label: label(30),
      code: actionCode.optional(),
    }),
    response: address,
  },
  removeAddress: {
    summary: 'Take an address out of my book',
    params: z.strictObject({ id: opaqueId }),
    response: z.strictObject({}),
  },
};
