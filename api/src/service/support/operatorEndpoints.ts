import type { AnswerOf } from '@trellis/api-contract/schemas';
import { actorOf } from '../../governance/audit/actor.ts';
import type { Suspensions } from '../../identity/members/suspensions.ts';
import { deviceName } from '../../identity/security/devices/deviceNames.ts';
import type { FactorResets } from '../../identity/security/factorResets/factorResets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OperatorCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import { recordsCsv } from '../../products/statements/recordsCsv.ts';
import { findAnything } from '../find/findAnything.ts';
import type { MemberHistory } from '../history/memberHistory.ts';
import type { MemberDetails, MemberDirectory } from './memberDirectory.ts';

const exporting: RateLimit = { points: 10, seconds: 600 };
export interface SupportOpsParts {
  readonly database: Database;
  readonly memberDirectory: MemberDirectory;
  readonly memberHistory: MemberHistory;
  readonly suspensions: Suspensions;
  readonly factorResets: FactorResets;
}

export function supportOperatorEndpoints({
  database,
  memberDirectory,
  memberHistory,
  suspensions,
  factorResets,
}: SupportOpsParts): OperatorEndpoints {
  // A command is run by somebody without a role.
  const rolesOf = (caller: OperatorCaller) => caller.operator?.roles;
  const read = async (username: string, caller: OperatorCaller) => ({
    body: presentDetails(await memberDirectory.read(username, actorOf(caller), rolesOf(caller))),
  });
  return [
    endpoint('operator', 'findMember', {
      transaction: 'own',
      async handle({ username, email }, caller) {
        const wanted = { ...(username !== undefined && { username }), ...(email !== undefined && { email }) };
        const member = await memberDirectory.find(wanted, actorOf(caller));
        return { body: { members: member ? [member] : [] } };
      },
    }),
    endpoint('operator', 'findAnything', {
      transaction: 'own',
      handle: async ({ q }, caller) => ({ body: { hits: await findAnything(database, q, actorOf(caller)) } }),
    }),
    endpoint('operator', 'getMember', {
      transaction: 'own',
      handle: ({ username }, caller) => read(username, caller),
    }),
    endpoint('operator', 'getMemberTimeline', {
      transaction: 'own',
      handle: async (query, caller) => ({
        body: await memberHistory.timeline(query, { ...actorOf(caller), roles: rolesOf(caller) }),
      }),
    }),
    endpoint('operator', 'getMemberEquation', {
      transaction: 'own',
      handle: async ({ username }, caller) => ({
        body: await memberHistory.equation(username, { ...actorOf(caller), roles: rolesOf(caller) }),
      }),
    }),
    endpoint('operator', 'exportMemberRecords', {
      limit: exporting,
      transaction: 'own',
      async handle(query, caller) {
        const pages = await memberHistory.exportRecords(query, { ...actorOf(caller), roles: rolesOf(caller) });
        return { body: { name: `records-${query.username}.csv`, content: recordsCsv(pages) } };
      },
    }),
    endpoint('operator', 'suspendMember', {
      transaction: 'own',
      async handle({ username, cause, reason }, caller) {
        await suspensions.suspend(username, cause, { ...actorOf(caller), reason });
        return read(username, caller);
      },
    }),
    endpoint('operator', 'restoreMember', {
      transaction: 'own',
      async handle({ username, reason }, caller) {
        await suspensions.restore(username, { ...actorOf(caller), reason });
        return read(username, caller);
      },
    }),
    endpoint('operator', 'changeMemberCountry', {
      transaction: 'own',
      async handle({ username, country, reason }, caller) {
        await memberDirectory.changeCountry(username, country, { ...actorOf(caller), reason });
        return read(username, caller);
      },
    }),
    endpoint('operator', 'endMemberSessions', {
      transaction: 'own',
      handle: async ({ username, reason }, caller) => ({
        body: { ended: await memberDirectory.endSessions(username, { ...actorOf(caller), reason }) },
      }),
    }),
    endpoint('operator', 'requestFactorReset', {
      transaction: 'own',
      handle: async ({ username, reason }, caller) => ({
        status: 202,
        body: await factorResets.request(username, { ...actorOf(caller), reason }),
      }),
    }),
    endpoint('operator', 'listFactorResets', {
      transaction: 'own',
      handle: async (_input, caller) => ({
        body: { resets: await factorResets.list(actorOf(caller)) },
      }),
    }),
    endpoint('operator', 'withdrawFactorReset', {
      transaction: 'own',
      // A session alone takes back nothing that others have asked for.
      needsCode: async ({ id }, caller) => !(await factorResets.isAskedBy(id, actorOf(caller).actor)),
      async handle({ id, reason }, caller) {
        await factorResets.withdraw(id, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
  ];
}

function presentDetails(details: MemberDetails): AnswerOf<'operator', 'getMember'> {
  return {
    ...details,
    sessions: details.sessions.map(({ userAgent, createdAt, seenAt }) => ({
      ...deviceName(userAgent),
      createdAt,
      seenAt,
    })),
  };
}
