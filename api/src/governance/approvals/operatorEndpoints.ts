import type { WaitingAction } from '@trellis/api-contract/operator';
import type { OperatorAudienceCaller, OperatorCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints, type RateLimit, type ServedEndpoint } from '../../platform/http/endpoint.ts';
import { actorOf } from '../audit/actor.ts';
import type { ApprovalReader, ApprovalService } from './approvalService.ts';

const changing: RateLimit = { points: 30, seconds: 60 };

/** Whatever takes a second person: listed, approved, refused or taken back, of every kind by the same calls. */
export function approvalEndpoints(approvals: ApprovalService): OperatorEndpoints {
  return [
    endpoint('operator', 'listWaiting', {
      async handle(_input, caller) {
        const waiting = await approvals.list(readerOf(caller));
        return {
          body: {
            waiting: waiting,
          },
        };
      },
    }),
    endpoint('operator', 'approve', {
      recorded: true,
      limit: changing,
      transaction: 'own',
      handle: async ({ id, reason, verification }, caller) => ({
        body: await approvals.approve(id, {
          ...actorOf(caller),
          roles: caller.operator.roles,
          ...{ reason, verification },
        }),
      }),
    }),
    endpoint('operator', 'refuseApproval', {
      transaction: 'own',
      async handle({ id, reason }, caller) {
        await approvals.refuse(id, { ...actorOf(caller), reason });
        return { body: {} };
      },
    }),
  ];
}

export const readerOf = (caller: OperatorCaller): ApprovalReader => ({
  actor: actorOf(caller).actor,
  roles: caller.operator?.roles,
});

/** Where consoles of the version before approve, by what a request is about. To be taken out with the next version. */
const formerPaths: Readonly<Record<string, WaitingAction>> = {
  '/rates/:id/approve': 'rate.approve',
  '/rules/proposals/:id/approve': 'rule.approve',
  '/pools/fundings/:id/approve': 'pool.fund',
  '/bonus/corrections/:id/approve': 'bonus.correct',
  '/fee-returns/:id/approve': 'fee.return',
  '/deposits/:id/release/approve': 'deposit.release',
  '/deposits/returns/:id/approve': 'deposit.return',
  '/deposits/faults/:id/closing/approve': 'chain_fault.close',
  '/factor-resets/:id/approve': 'factor_reset.approve',
  '/announcements/:id/approve': 'announcement.publish',
  '/terms/proposals/:id/approve': 'terms.publish',
};
const formerPathOfChanges = '/operators/changes/:id/approve';
const changeActions = ['operator.invite', 'operator.roles', 'operator.restore'] as const;
const formerPathById = '/payouts/unfreeze/:id/approve';

/** `approve` under its former addresses. A reset of a factor took no code there. */
export function formerApprovalEndpoints(approvals: ApprovalService, served: OperatorEndpoints): OperatorEndpoints {
  const approve = served.find(({ name }) => name === 'approve');
  if (!approve) throw new Error('there is no endpoint to approve with');
  const under = (path: string, idOf: (id: string) => Promise<string>): ServedEndpoint<OperatorAudienceCaller> => {
    const { freshCode, ...contract } = approve.contract;
    return {
      ...approve,
      contract: { ...contract, path, ...(path !== '/factor-resets/:id/approve' && freshCode && { freshCode }) },
      handle: async (input, caller, prepared) =>
        approve.handle({ ...input, id: await idOf(String(input.id)) }, caller, prepared),
    };
  };
  return [
    ...Object.entries(formerPaths).map(([path, action]) => under(path, (id) => approvals.openFor([action], id))),
    under(formerPathOfChanges, (id) => approvals.openFor(changeActions, id)),
    under(formerPathById, async (id) => id),
  ];
}
