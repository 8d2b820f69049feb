import { AppError } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import { tokenDigest } from '../access/sessionToken.ts';
import { deviceName, networkText } from './deviceNames.ts';
import { endSessions } from './devices.ts';
import type { SecurityParts } from './routes.ts';

/** Where a member is logged in, and the end of it. */
export function sessionRoutes({ sessions, database, clock }: SecurityParts): Route[] {
  return [
    route('listSessions', {
      async handle(_input, { member, token }) {
        const list = await sessions.list(member.id, token);
        return {
          body: {
            sessions: list.map(({ id, current, userAgent, address, createdAt, seenAt }) => ({
              id,
              current,
              ...deviceName(userAgent),
              network: networkText(address),
              createdAt: createdAt.toISOString(),
              seenAt: seenAt.toISOString(),
            })),
          },
        };
      },
    }),
    route('endSession', {
      limit: { points: 60, seconds: 600 },
      async handle({ id }, { member }) {
        if (!(await sessions.end(member.id, id))) throw new AppError('request.not_found');
        return { body: {} };
      },
    }),
    route('endOtherSessions', {
      limit: { points: 60, seconds: 600 },
      async handle(_input, { member, token }) {
        const own = token === undefined ? undefined : tokenDigest(token);
        return { body: { ended: await endSessions(database, member.id, clock.now(), own) } };
      },
    }),
  ];
}
