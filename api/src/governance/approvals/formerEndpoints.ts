import type { Unit } from '@trellis/api-contract';
import type { WaitingAction } from '@trellis/api-contract/operator';
import { z } from 'zod';
import type { OperatorAudienceCaller } from '../../platform/http/caller.ts';
import type { OperatorEndpoints, ServedEndpoint } from '../../platform/http/endpoint.ts';
import type { ApprovalService } from './approvalService.ts';

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

/** Where they list what was asked for of one kind, under which name; the same with `.csv` is its file. */
const formerLists: Readonly<Record<string, readonly [WaitingAction, string]>> = {
  '/pools/fundings': ['pool.fund', 'fundings'],
  '/bonus/corrections': ['bonus.correct', 'corrections'],
  '/fee-returns': ['fee.return', 'returns'],
};
/** What they know of a request that was approved, or not. */
const formerStates: Readonly<Record<string, string>> = { approved: 'posted', refused: 'replaced' };

type Former = ServedEndpoint<OperatorAudienceCaller>;

/** What they call, by what is served now. A reset of a factor took no code there. */
export function formerApprovalEndpoints(approvals: ApprovalService, served: OperatorEndpoints): OperatorEndpoints {
  const servedAs = (name: string): Former => {
    const endpoint = served.find((each) => each.name === name);
    if (!endpoint) throw new Error(`there is no endpoint ${name}`);
    return endpoint;
  };
  const [approve, list, file] = [servedAs('approve'), servedAs('listApprovals'), servedAs('exportApprovals')];
  const under = (path: string, idOf: (id: string) => Promise<string>): Former => {
    const { freshCode, ...contract } = approve.contract;
    return {
      ...approve,
      contract: { ...contract, path, ...(path !== '/factor-resets/:id/approve' && freshCode && { freshCode }) },
      handle: async (input, caller, prepared) =>
        approve.handle({ ...input, id: await idOf(String(input.id)) }, caller, prepared),
    };
  };
  const listed = ([path, [action, field]]: [string, readonly [WaitingAction, string]]): Former[] => [
    {
      ...list,
      contract: { ...list.contract, path, auth: 'books' },
      schemas: { ...list.schemas, response: z.unknown() },
      async handle(input, caller, prepared) {
        const { body } = await list.handle({ ...input, action }, caller, prepared);
        const { approvals: rows, next } = body as { approvals: FormerRow[]; next: string | null };
        return { body: { [field]: rows.map(presentFormer), next } };
      },
    },
    {
      ...file,
      contract: { ...file.contract, path: `${path}.csv`, auth: 'books' },
      handle: (input, caller, prepared) => file.handle({ ...input, action }, caller, prepared),
    },
  ];
  return [
    ...Object.entries(formerPaths).map(([path, action]) => under(path, (id) => approvals.openFor([action], id))),
    under(formerPathOfChanges, (id) => approvals.openFor(changeActions, id)),
    under(formerPathById, async (id) => id),
    ...Object.entries(formerLists).flatMap(listed),
  ];
}

interface FormerRow {
  readonly facts: { readonly amount: string; readonly unit: Unit };
  readonly state: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
}
function presentFormer({ facts: { unit, ...facts }, state, decidedBy, decidedAt, ...request }: FormerRow): object {
  const isDone = state === 'approved';
  return {
    ...request,
    ...facts,
    amount: { amount: facts.amount, unit },
    state: formerStates[state] ?? state,
    approvedBy: isDone ? decidedBy : null,
    postedAt: isDone ? decidedAt : null,
  };
}
