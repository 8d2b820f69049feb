import { z } from 'zod';
import { idempotencyKey, pageLimit, time, username } from '../../../schemas/fields.ts';
import { packageLevels } from '../packageLevels.ts';
import { packageSchemas } from '../schemas.ts';

const own = packageSchemas.listPackages.response.shape.packages.element;

/** active: something of it is still to come back. completed: all of it has. */
const state = z.enum(['active', 'completed', 'cancelled']);

/** What its owner sees of it, and whose it is. */
const facts = { ...own.shape, username: z.string(), state };

/** Packages of members, as those see them who look after the books. */
export const packageOperatorSchemas = {
  listMemberPackages: {
    summary: 'Packages that members have bought, or one member has, the latest first',
    query: z.strictObject({
      username: username.optional(),
      level: z.enum(packageLevels).optional(),
      state: state.optional(),
      after: idempotencyKey.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      packages: z.array(z.strictObject(facts)),
      /** What stands before the last of these; `null` when there is nothing. */
      next: idempotencyKey.nullable(),
    }),
  },
  readPackage: {
    summary: 'One package with its terms, its parts and the journals that moved its money',
    params: z.strictObject({ id: idempotencyKey }),
    response: z.strictObject({
      ...facts,
      aprPercent: z.string(),
      /** The journal of its purchase. */
      reference: z.string(),
      loops: z.array(
        own.shape.loops.element.extend({
          /** The journal of its release. */
          reference: z.string().nullable(),
        }),
      ),
      /** The journal that took it back. */
      cancellation: z.string().nullable(),
      certificateIssuedAt: time.nullable(),
    }),
  },
};
