import { z } from 'zod';
import { money, opaqueId, time, username } from '../../schemas/fields.ts';

const side = z.enum(['left', 'right']);

const teamNode = z
  .strictObject({
    id: opaqueId,
    parentId: opaqueId.nullable(),
    side,
    level: z.int(),
    username,
    /** Letters from the focus node down: `L`, `RL`; empty for the focus itself. */
    position: z.string(),
    /** People below this node, on each side. */
    people: z.strictObject({ left: z.int(), right: z.int() }),
    sales: z.strictObject({ left: money, right: money }),
  })
  .meta({ id: 'TeamNode' });

export const teamSchemas = {
  getTeamWindow: {
    summary: 'A node of my own team and three levels below it, named by its id or its username',
    query: z
      .strictObject({ focus: opaqueId.optional(), username: username.optional() })
      .refine((query) => query.focus === undefined || query.username === undefined, {
        path: ['username'],
        error: 'field.unknown',
      }),
    response: z.strictObject({
      focus: opaqueId,
      own: opaqueId,
      nodes: z.array(teamNode),
      /** Where the outer legs of the focus end, however deep; `null` where nobody stands on that side. */
      ends: z.strictObject({ left: opaqueId.nullable(), right: opaqueId.nullable() }),
      /** All that happened until then is in these figures. */
      asOf: time,
    }),
  },
  searchTeam: {
    summary: 'Members of my own team whose username begins so, by the alphabet',
    query: z.strictObject({
      username,
    }),
    response: z.strictObject({
      /** At most eight. */
      members: z.array(z.strictObject({ id: opaqueId, username, side: side.nullable() })),
    }),
  },
  getInvite: {
    summary: 'My own invitation code, and who joined by it',
    response: z.strictObject({
      code: z.string(),
      /** How many joined by my invitation, on the side that they were placed on. */
      joined: z.strictObject({ left: z.int(), right: z.int() }),
    }),
  },
};
