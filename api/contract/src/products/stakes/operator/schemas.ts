import { z } from 'zod';
import { day, idempotencyKey, pageLimit, time, username } from '../../../schemas/fields.ts';
import { withdrawalStatuses, withdrawalSteps } from '../../withdrawals/withdrawals.ts';
import { stakeSchemas } from '../schemas.ts';

const { stake: own, terms, events } = stakeSchemas.getStake.response.shape;

/** unlocked: its term is over, and it waits for its owner. applied: all of it waits to be paid out. */
const state = z.enum(['ongoing', 'unlocked', 'applied', 'ended']);
const facts = {
  username: z.string(),
  state,
  ...own.pick({
    id: true,
    startedAt: true,
    rate: true,
    cp: true,
    basis: true,
    reward: true,
    term: true,
    startDay: true,
    maturesOn: true,
    remainingDays: true,
    choice: true,
    choiceClosesAt: true,
    payouts: true,
  }).shape,
};
const { id, origin, amount } = own.shape.payouts.element.shape;

/** Stakes of members, as those see them who look after the books. */
export const stakeOperatorSchemas = {
  listMemberStakes: {
    summary: 'Stakes that members have, or one member has, the latest first',
    query: z.strictObject({
      username: username.optional(),
      state: state.optional(),
      from: day.optional().meta({ description: 'the first day on which they mature' }),
      to: day.optional().meta({ description: 'the last day on which they mature' }),
      after: idempotencyKey.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      stakes: z.array(z.strictObject(facts)),
      /** What stands before the last of these; `null` when there is nothing. */
      next: idempotencyKey.nullable(),
    }),
  },
  readStake: {
    summary: 'One stake with its terms, what happened to it, and every payout there was of it',
    params: z.strictObject({ id: idempotencyKey }),
    response: z.strictObject({
      ...facts,
      /** The journal of its beginning. */
      reference: z.string(),
      terms: z.array(
        terms.element.extend({
          /** The journal that reserved its reward; `null`: none was reserved. */
          reference: z.string().nullable(),
        }),
      ),
      events,
      /** Open ones and those that are over, the latest first. */
      withdrawals: z.array(
        z.strictObject({
          id,
          origin,
          amount,
          status: z.enum(withdrawalStatuses),
          step: z.enum(withdrawalSteps),
          createdAt: time,
        }),
      ),
    }),
  },
};
