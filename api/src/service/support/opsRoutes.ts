import { balanceRoles } from '@trellis/api-contract/ops';
import type { SupportActor } from '../../governance/audit/actor.ts';
import type { Suspensions } from '../../identity/members/suspensions.ts';
import type { FactorReset, FactorResets } from '../../identity/security/factorResets/factorResets.ts';
import type { OperatorCaller, OpsCaller } from '../../platform/http/caller.ts';
import { type OpsOutput, opsRoute } from '../../platform/http/opsRoute.ts';
import type { RateLimit, Route } from '../../platform/http/route.ts';
import type { MemberFacts, MemberFile, MemberFiles } from './memberFiles.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 30, seconds: 60 };

export interface SupportOpsParts {
  readonly memberFiles: MemberFiles;
  readonly suspensions: Suspensions;
  readonly factorResets: FactorResets;
}

export function supportOpsRoutes({ memberFiles, suspensions, factorResets }: SupportOpsParts): Route<OpsCaller>[] {
  const read = async (username: string, caller: OperatorCaller) => {
    const withBalances = caller.operator.roles.some((role) => balanceRoles.includes(role));
    return { body: presentFile(await memberFiles.read(username, actorOf(caller), withBalances)) };
  };
  return [
    opsRoute('findMember', {
      limit: reading,
      async handle({ username, email }, caller) {
        const asked = { ...(username !== undefined && { username }), ...(email !== undefined && { email }) };
        const found = await memberFiles.find(asked, actorOf(caller));
        return { body: { members: found ? [presentFacts(found)] : [] } };
      },
    }),
    opsRoute('getMember', { limit: reading, handle: ({ username }, caller) => read(username, caller) }),
    opsRoute('suspendMember', {
      limit: changing,
      async handle({ username, cause, reason }, caller) {
        await suspensions.suspend(username, cause, { ...actorOf(caller), reason });
        return read(username, caller);
      },
    }),
    opsRoute('restoreMember', {
      limit: changing,
      async handle({ username, reason }, caller) {
        await suspensions.restore(username, { ...actorOf(caller), reason });
        return read(username, caller);
      },
    }),
    opsRoute('requestFactorReset', {
      limit: changing,
      handle: async ({ username, reason }, caller) => ({
        status: 202,
        body: presentReset(await factorResets.request(username, { ...actorOf(caller), reason })),
      }),
    }),
    opsRoute('listFactorResets', {
      limit: reading,
      handle: async (_input, caller) => ({
        body: { resets: (await factorResets.list(actorOf(caller))).map(presentReset) },
      }),
    }),
    opsRoute('approveFactorReset', {
      limit: changing,
      handle: async ({ id, reason }, caller) => ({
        body: presentReset(await factorResets.approve(id, { ...actorOf(caller), reason })),
      }),
    }),
    opsRoute('withdrawFactorReset', {
      limit: changing,
      async handle({ id, reason }, caller) {
        await factorResets.withdraw(id, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
  ];
}

const actorOf = ({ operator, requestId }: OperatorCaller): SupportActor => ({
  actor: `operator:${operator.name}`,
  requestId,
});

const presentFacts = ({ memberSince, ...facts }: MemberFacts) => ({ ...facts, memberSince: memberSince.toISOString() });

const presentReset = ({ requestedAt, expiresAt, dueAt, ...reset }: FactorReset) => ({
  ...reset,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
});

function presentFile({ memberSince, googleBoundAt, lock, ...file }: MemberFile): OpsOutput<'getMember'> {
  return {
    ...file,
    memberSince: memberSince.toISOString(),
    googleBoundAt: googleBoundAt?.toISOString() ?? null,
    lock: lock && { ...lock, until: lock.until.toISOString() },
    suspensions: file.suspensions.map(({ suspendedAt, restoredAt, ...suspension }) => ({
      ...suspension,
      suspendedAt: suspendedAt.toISOString(),
      restoredAt: restoredAt?.toISOString() ?? null,
    })),
    factorReset: file.factorReset && presentReset(file.factorReset),
  };
}
