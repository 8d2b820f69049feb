import { releaseOperatorEndpoints } from '../../delivery/releases/operator/endpoints.ts';
import { approvalOperatorEndpoints } from '../../governance/approvals/operator/endpoints.ts';
import { auditOperatorEndpoints } from '../../governance/audit/operator/endpoints.ts';
import { rateOperatorEndpoints } from '../../governance/rates/operator/endpoints.ts';
import { ruleOperatorEndpoints } from '../../governance/rules/operator/endpoints.ts';
import { accessOperatorEndpoints } from '../../identity/access/operator/endpoints.ts';
import { directoryOperatorEndpoints } from '../../identity/operators/operator/endpoints.ts';
import { termsOperatorEndpoints } from '../../identity/terms/operator/endpoints.ts';
import { bonusOperatorEndpoints } from '../../products/bonus/operator/endpoints.ts';
import { depositOperatorEndpoints } from '../../products/deposits/operator/endpoints.ts';
import { feeReturnOperatorEndpoints } from '../../products/feeReturns/operator/endpoints.ts';
import { packageOperatorEndpoints } from '../../products/packages/operator/endpoints.ts';
import { poolOperatorEndpoints } from '../../products/pools/operator/endpoints.ts';
import { stakeOperatorEndpoints } from '../../products/stakes/operator/endpoints.ts';
import { withdrawalOperatorEndpoints } from '../../products/withdrawals/operator/endpoints.ts';
import { announcementOperatorEndpoints } from '../../service/announcements/operator/endpoints.ts';
import { erasureOperatorEndpoints } from '../../service/erasure/operator/endpoints.ts';
import { findOperatorEndpoints } from '../../service/find/operator/endpoints.ts';
import { historyOperatorEndpoints } from '../../service/history/operator/endpoints.ts';
import { incidentOperatorEndpoints } from '../../service/incident/operator/endpoints.ts';
import { inquiryOperatorEndpoints } from '../../service/inquiries/operator/endpoints.ts';
import { operationOperatorEndpoints } from '../../service/operations/operator/endpoints.ts';
import { solvencyOperatorEndpoints } from '../../service/solvency/operator/endpoints.ts';
import { supportOperatorEndpoints } from '../../service/support/operator/endpoints.ts';
import type { RouteCall } from '../endpoint.ts';
import type { OperatorPolicy } from './endpoint.ts';

/** Endpoints of the operators' own host. Apart from the members': nothing here reaches their browsers. */
export const operatorApiBase = '/ops/api/v1';

export const operatorEndpoints = {
  ...accessOperatorEndpoints,
  ...releaseOperatorEndpoints,
  ...approvalOperatorEndpoints,
  ...operationOperatorEndpoints,
  ...inquiryOperatorEndpoints,
  ...supportOperatorEndpoints,
  ...erasureOperatorEndpoints,
  ...findOperatorEndpoints,
  ...historyOperatorEndpoints,
  ...withdrawalOperatorEndpoints,
  ...incidentOperatorEndpoints,
  ...depositOperatorEndpoints,
  ...packageOperatorEndpoints,
  ...stakeOperatorEndpoints,
  ...rateOperatorEndpoints,
  ...ruleOperatorEndpoints,
  ...solvencyOperatorEndpoints,
  ...poolOperatorEndpoints,
  ...bonusOperatorEndpoints,
  ...feeReturnOperatorEndpoints,
  ...termsOperatorEndpoints,
  ...announcementOperatorEndpoints,
  ...directoryOperatorEndpoints,
  ...auditOperatorEndpoints,
};

export type OperatorEndpointName = keyof typeof operatorEndpoints;

/**
 * What takes a second person and is listed for whoever may be it, and the policy of who asks for it and approves it: `approval_role`
 * says the same to the database. Reviews of withdrawals have a queue of their own.
 */
export const approvalPolicies = {
  'rate.approve': 'treasury',
  'rule.approve': 'rules',
  'pool.fund': 'treasury',
  'bonus.correct': 'treasury',
  'fee.return': 'treasury',
  'deposit.release': 'treasury',
  'deposit.return': 'treasury',
  'chain_fault.close': 'treasury',
  'factor_reset.approve': 'support',
  'member.erase': 'support',
  'withdrawal.void_payout': 'treasury',
  'withdrawal.settle_payout': 'treasury',
  'release.approve_below_floor': 'releases',
  'release.approve_on': 'releases',
  'release.approve_lower_floor': 'releases',
  'payouts.unfreeze': 'treasury',
  'operator.invite': 'operators',
  'operator.roles': 'operators',
  'operator.restore': 'operators',
  'announcement.publish': 'support',
  'terms.publish': 'terms',
} as const satisfies Record<string, OperatorPolicy>;
export type WaitingAction = keyof typeof approvalPolicies;
export const approvalActions = Object.keys(approvalPolicies) as readonly WaitingAction[];
/** What actions are about: what stands before their dot. */
export const approvalDomains = [...new Set(approvalActions.map((action) => action.replace(/\..*/, '')))];

/** What requests of these actions say of themselves: names of facts that the console has words for, and columns of the file. */
export const approvalFacts = [
  'username',
  'amount',
  'unit',
  'cause',
  'kind',
  'record',
  'usdt',
  'chain',
  'address',
  'pool',
  'free',
  'rate',
  'source',
  'base',
  'quote',
  'operator',
  'roles',
  'suspendedAt',
  'to',
  'usersOf',
  'from',
  'until',
  'withdrawal',
  'tx',
  'block',
  'finding',
  'feature',
  'release',
  'floor',
  'document',
  'version',
  'sender',
  'paid',
  'fault',
  'change',
  'memberSince',
  'boundAt',
  'lastSeen',
  'stoppedBy',
  'stoppedAt',
  'stoppedWhy',
] as const;
export type ApprovalFact = (typeof approvalFacts)[number];

/** Which calls answer a screen's first data. */
export const operatorRouteData = {
  'operator/audit': [
    {
      name: 'listAudit',
      input: {
        actor: '?actor',
        action: '?action',
        subject: '?subject',
        requestId: '?requestId',
        without: '?without=looks',
      },
    },
  ],
  'operator/home': ['getOverview'],
  'operator/operators': ['listOperators'],
  'operator/notices': ['listMemberAnnouncements'],
  'operator/colleague': [{ name: 'getOperator', input: { name: 'last' } }, 'listOperators'],
  'operator/approvals': ['listWaiting'],
  'operator/incident': ['getPayoutFreeze', 'listReleases', 'getIncidentLog'],
  'operator/solvency': ['getSolvency', 'listPools'],
  'operator/rates': ['listRates'],
  'operator/rules': ['listRules'],
  'operator/rule': [{ name: 'listRules', input: { subject: 'last' } }],
  'operator/withdrawals': [
    { name: 'listWithdrawalQueue', input: { view: '?view=review', username: '?username', risk: '?risk' } },
  ],
  'operator/withdrawal': [{ name: 'readWithdrawal', input: { id: 'last' } }],
  'operator/releases': ['listReleases'],
  'operator/release': [
    'listReleases',
    { name: 'getReleaseHealth', input: { feature: 'last' } },
    { name: 'getReleaseHistory', input: { feature: 'last' } },
  ],
} as const satisfies Record<string, readonly RouteCall<OperatorEndpointName>[]>;
