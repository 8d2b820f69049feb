import type { Money, Pool } from '@trellis/api-contract';
import { approvalFacts } from '@trellis/api-contract/operator';
import type { Database } from '../../platform/db/database.ts';
import type { OperatorCaller } from '../../platform/http/caller.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import { actorOf } from '../audit/actor.ts';
import { exportCsv, exporting, pageOf } from '../audit/exports.ts';
import type { ApprovalReader, ApprovalService, Facts, PastRequest } from './approvalService.ts';

const defaultLimit = 50;

export interface ApprovalEndpointParts {
  readonly database: Database;
  readonly approvals: ApprovalService;
  /** The account that a request about a pool names. */
  readonly accountOf: (pool: Pool) => number;
}

/** Whatever takes a second person: listed, approved, refused or taken back, of every kind by the same calls. */
export function approvalEndpoints({ database, approvals, accountOf }: ApprovalEndpointParts): OperatorEndpoints {
  const likeOf = (pool: Pool | undefined): Facts | undefined => (pool === undefined ? pool : { pool: accountOf(pool) });
  return [
    endpoint('operator', 'listWaiting', {
      async handle({ domain, after, limit = defaultLimit }, caller) {
        const page = await approvals.waiting(readerOf(caller), { domain, before: after, limit });
        return {
          body: {
            waiting: page.map(({ payload: _payload, username: _username, ...each }) => each),
            next: nextOf(page, limit),
          },
        };
      },
    }),
    endpoint('operator', 'listApprovals', {
      async handle({ action, pool, after, limit = defaultLimit }, caller) {
        const search = { action, like: likeOf(pool), before: after, limit };
        const page = await approvals.history(readerOf(caller), search);
        return { body: { approvals: page.map(present), next: nextOf(page, limit) } };
      },
    }),
    endpoint('operator', 'exportApprovals', {
      limit: exporting,
      transaction: 'own',
      handle: ({ action, pool }, caller) =>
        exportCsv(database, actorOf(caller), {
          ...{ name: 'approvals.csv', action: 'approval.export', subject: action ?? 'all', after: { pool }, columns },
          page: async (before, limit) =>
            pageOf(await approvals.history(readerOf(caller), { action, like: likeOf(pool), before, limit }), limit),
        }),
    }),
    endpoint('operator', 'approve', {
      recorded: true,
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
      // A session alone keeps nobody's request from being approved.
      needsCode: async ({ id }, caller) => !(await approvals.isOwn(id, actorOf(caller).actor)),
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

const present = ({ payload: _payload, username: _username, ...request }: PastRequest) => request;

const isNamed = (name: string): boolean => (approvalFacts as readonly string[]).includes(name);
const textOf = (fact: unknown) => {
  if (typeof fact === 'string') return /^[0-9a-f-]{36}$/.test(fact) ? fact : writtenText(fact);
  return writtenText(fact === undefined || fact === null ? '' : JSON.stringify(fact));
};

/** Columns of the file: who, when, what came of it, and each fact that has a name; `other` has the rest, as fields of a rule. */
const columns: Columns<PastRequest> = {
  id: ({ id }) => id,
  action: ({ action }) => action,
  state: ({ state }) => state,
  requested_by: ({ requestedBy }) => requestedBy,
  requested_at: ({ requestedAt }) => requestedAt,
  reason: ({ reason }) => writtenText(reason),
  expires_at: ({ expiresAt }) => expiresAt,
  decided_by: ({ decidedBy }) => decidedBy,
  decided_at: ({ decidedAt }) => decidedAt,
  decided_reason: ({ decidedReason }) => writtenText(decidedReason),
  ...Object.fromEntries(
    approvalFacts.map((name) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ({ facts }: PastRequest) =>
        // An amount is a number to whoever adds it up.
        name === 'amount' && facts.amount !== undefined ? (facts as unknown as Money) : textOf(facts[name]),
    ]),
  ),
  other: ({ facts }) => {
    const rest = Object.entries(facts).filter(([name]) => !isNamed(name));
    return textOf(rest.length === 0 ? undefined : Object.fromEntries(rest));
  },
};
