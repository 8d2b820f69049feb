import type { Clock } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { endpoint, type MemberEndpoints, reads } from '../../../platform/http/endpoint.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import { endSessions, type Sessions } from '../../members/sessions.ts';
import { deviceName, networkText } from './deviceNames.ts';

export interface SessionEndpointParts {
  readonly sessions: Sessions;
  readonly database: Database;
  readonly clock: Clock;
}

/** Where a member is logged in, and the end of it. */
export function sessionEndpoints({ sessions, database, clock }: SessionEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'listSessions', {
      limit: reads,
      async handle(_input, { member, token }) {
        const list = await sessions.list(member.id, token);
        return {
          body: {
            sessions: list.map(({ id, current, userAgent, address, createdAt, seenAt }) => ({
              id,
              current,
              ...deviceName(userAgent),
              network: networkText(address),
              createdAt,
              seenAt,
            })),
          },
        };
      },
    }),
    endpoint('member', 'endSession', {
      recorded: true,
      limit: { points: 60, seconds: 600 },
      transaction: 'call',
      async handle({ id }, { member }) {
        if (!(await sessions.end(member.id, id))) throw new AppError('request.not_found');
        return { body: {} };
      },
    }),
    endpoint('member', 'endOtherSessions', {
      recorded: true,
      limit: { points: 60, seconds: 600 },
      transaction: 'call',
      async handle(_input, { member, token }) {
        const own = token === undefined ? undefined : tokenDigest(token);
        return { body: { ended: await endSessions(database, member.id, clock.now(), own) } };
      },
    }),
  ];
}
