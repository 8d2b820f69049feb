import { operatorEndpoints } from '@trellis/api-contract/operator';
import { SourceMaps } from '../delivery/releases/files/sourceMaps.ts';
import { ReleaseApprovals } from '../delivery/releases/live/approvals.ts';
import { operatorLoadEndpoints } from '../delivery/releases/live/endpoints.ts';
import type { ReleaseEvents } from '../delivery/releases/live/events.ts';
import { HealthReader } from '../delivery/releases/live/healthReader.ts';
import type { Loads } from '../delivery/releases/live/loads.ts';
import { releaseOperatorEndpoints, type TryOut } from '../delivery/releases/live/operatorEndpoints.ts';
import { RefusedCalls } from '../delivery/releases/live/refusedCalls.ts';
import type { Releases } from '../delivery/releases/live/releases.ts';
import { type ApprovalKinds, ApprovalService } from '../governance/approvals/approvalService.ts';
import { approvalEndpoints } from '../governance/approvals/operatorEndpoints.ts';
import { AuditChain } from '../governance/audit/auditChain.ts';
import { auditEndpoints } from '../governance/audit/endpoints.ts';
import { ruleOperatorEndpoints } from '../governance/rules/operatorEndpoints.ts';
import { RateService } from '../governance/rules/rateService.ts';
import { RuleProposals } from '../governance/rules/ruleProposals.ts';
import { RuleService } from '../governance/rules/ruleService.ts';
import type { Clock } from '../ground/clock.ts';
import { secretPurposes } from '../identity/credentials/sealedColumns.ts';
import { SecretBox } from '../identity/credentials/secretBox.ts';
import { operatorAudience } from '../identity/operators/audience.ts';
import { operatorAccessEndpoints } from '../identity/operators/endpoints.ts';
import { Enrolment } from '../identity/operators/enrolment.ts';
import { FreshCodes } from '../identity/operators/freshCodes.ts';
import { OperatorLogIn } from '../identity/operators/logIn.ts';
import { OperatorChanges } from '../identity/operators/operatorChanges.ts';
import { OperatorCodes } from '../identity/operators/operatorCodes.ts';
import { OperatorDirectory } from '../identity/operators/operatorDirectory.ts';
import { operatorDirectoryEndpoints } from '../identity/operators/operatorEndpoints.ts';
import { OwnAccess } from '../identity/operators/ownAccess.ts';
import { OperatorSessions } from '../identity/operators/session.ts';
import { termsOperatorEndpoints } from '../identity/terms/operatorEndpoints.ts';
import type { Past } from '../ledger/past.ts';
import type { Database } from '../platform/db/database.ts';
import type { Audience } from '../platform/http/audience.ts';
import type { OperatorAudienceCaller } from '../platform/http/caller.ts';
import { checkEndpoints, type OperatorEndpoints } from '../platform/http/endpoint.ts';
import { IdempotentCalls } from '../platform/http/idempotency.ts';
import { Invoker } from '../platform/http/invoke.ts';
import type { Hosts } from '../platform/http/origin.ts';
import { RateLimits } from '../platform/http/rateLimit.ts';
import { DeadMails } from '../platform/mail/deadMails.ts';
import { BonusCorrections } from '../products/bonus/bonusCorrections.ts';
import { bonusOperatorEndpoints } from '../products/bonus/operatorEndpoints.ts';
import { depositOperatorEndpoints } from '../products/deposits/operatorEndpoints.ts';
import { FeeReturns } from '../products/feeReturns/feeReturns.ts';
import { feeReturnOperatorEndpoints } from '../products/feeReturns/operatorEndpoints.ts';
import { packageOperatorEndpoints } from '../products/packages/operatorEndpoints.ts';
import { poolOperatorEndpoints } from '../products/pools/operatorEndpoints.ts';
import { codeOf } from '../products/pools/poolAccounts.ts';
import { PoolService } from '../products/pools/poolService.ts';
import { stakeOperatorEndpoints } from '../products/stakes/operatorEndpoints.ts';
import { freezeOperatorEndpoints } from '../products/withdrawals/freezeEndpoints.ts';
import { withdrawalOperatorEndpoints } from '../products/withdrawals/operatorEndpoints.ts';
import { PayoutFreeze } from '../products/withdrawals/payoutFreeze.ts';
import { returnOperatorEndpoints } from '../products/withdrawals/returnEndpoints.ts';
import { Announcements } from '../service/announcements/announcements.ts';
import { announcementOperatorEndpoints } from '../service/announcements/operatorEndpoints.ts';
import { Erasures } from '../service/erasure/erasures.ts';
import { erasureOperatorEndpoints } from '../service/erasure/operatorEndpoints.ts';
import { MemberHistory } from '../service/history/memberHistory.ts';
import { InquiryService } from '../service/inquiries/inquiryService.ts';
import { inquiryOperatorEndpoints } from '../service/inquiries/operatorEndpoints.ts';
import { DeadMailService } from '../service/operations/deadMailService.ts';
import { IncidentLog } from '../service/operations/incidentLog.ts';
import { JobOverview } from '../service/operations/jobOverview.ts';
import { operationsEndpoints } from '../service/operations/operatorEndpoints.ts';
import { OperatorOverview } from '../service/operations/overview.ts';
import { rulePreviewEndpoints } from '../service/rulePreview/operatorEndpoints.ts';
import { RulePreview } from '../service/rulePreview/rulePreview.ts';
import { solvencyOperatorEndpoints } from '../service/solvency/operatorEndpoints.ts';
import { Solvency } from '../service/solvency/solvency.ts';
import { MemberDirectory } from '../service/support/memberDirectory.ts';
import { supportOperatorEndpoints } from '../service/support/operatorEndpoints.ts';
import { platformStatusOf } from './platformStatus.ts';
import type { createServices } from './services.ts';
import type { Settings } from './settings.ts';

/** What the operators' endpoints have in common with the members'. */
type SharedServices = Pick<
  ReturnType<typeof createServices>,
  | 'rules'
  | 'passwords'
  | 'failures'
  | 'securityEvents'
  | 'inquiryRepository'
  | 'threads'
  | 'notifier'
  | 'balances'
  | 'records'
  | 'sessions'
  | 'chainFaults'
  | 'depositReleases'
  | 'depositQueue'
  | 'depositReturns'
  | 'members'
  | 'suspensionRepository'
  | 'suspensions'
  | 'factorResets'
  | 'reviewService'
  | 'payouts'
  | 'terms'
>;

export interface OperatorApiParts extends SharedServices {
  readonly config: Settings;
  readonly database: Database;
  readonly past: Past;
  readonly clock: Clock;
  readonly events: ReleaseEvents;
  readonly releases: Releases;
  readonly loads: Loads;
  readonly tryOut?: TryOut;
  /** Host names under which it is served, where it is. */
  readonly hosts: () => Hosts;
}

/** The operators' endpoints, and what runs them for their audience: over HTTP, or by a command. */
export interface OperatorApi {
  readonly audience: Audience<OperatorAudienceCaller>;
  readonly served: OperatorEndpoints;
  readonly invoker: Invoker<OperatorAudienceCaller>;
  readonly sessions: OperatorSessions;
}

/**
 * Everything that operators can do, wired: their sign-in, releases, inquiries, members, background work, withdrawals,
 * packages, stakes, rates, rules, pools, the team bonus, terms and the audit log.
 */
export function createOperatorApi(parts: OperatorApiParts): OperatorApi {
  const { config, database, clock, passwords, failures, threads, notifier, events, releases, loads, hosts } = parts;
  const { balances, members, suspensionRepository, suspensions, factorResets, reviewService, payouts, rules, tryOut } =
    parts;
  const secrets = new SecretBox(config.secrets, secretPurposes.operatorGoogle);
  const sessions = new OperatorSessions(database, clock);
  const codes = new OperatorCodes(database, secrets, clock);
  const freshCodes = new FreshCodes({ database, codes, failures, clock });
  const keptCalls = new IdempotentCalls(database, {});
  const audience = operatorAudience({ config, sessions, freshCodes, keptCalls, hosts });
  const deadMails = new DeadMails(database, clock);
  const ruleProposals = new RuleProposals(database, clock, rules);
  const ruleService = new RuleService(database, clock, rules, ruleProposals);
  const rates = new RateService(database, clock);
  const pools = new PoolService(database, clock);
  const solvency = new Solvency(database, clock);
  const refusedCalls = new RefusedCalls(database, clock);
  const announcements = new Announcements(database, clock);
  const operatorChanges = new OperatorChanges(database, clock);
  const releaseApprovals = new ReleaseApprovals(database, releases, clock);
  const payoutFreeze = new PayoutFreeze(database, clock);
  const erasures = new Erasures({ database, clock, members });
  const kinds: ApprovalKinds = {
    'rate.approve': rates.approval,
    'rule.approve': ruleService.approval,
    'pool.fund': pools.approval,
    'bonus.correct': new BonusCorrections({ database, clock, members }).approval,
    'fee.return': new FeeReturns({ database, clock }).approval,
    'deposit.release': parts.depositReleases.approval,
    'deposit.return': parts.depositReturns.approval,
    'chain_fault.close': parts.chainFaults.approval,
    'factor_reset.approve': factorResets.approval,
    'member.erase': erasures.approval,
    'withdrawal.void_payout': payouts.voidApproval,
    'withdrawal.settle_payout': payouts.settleApproval,
    'release.approve_below_floor': releaseApprovals.approval,
    'release.approve_on': releaseApprovals.approval,
    'release.approve_lower_floor': releaseApprovals.approval,
    'payouts.unfreeze': payoutFreeze.approval,
    'operator.invite': operatorChanges.approval('invite'),
    'operator.roles': operatorChanges.approval('roles'),
    'operator.restore': operatorChanges.approval('restore'),
    'announcement.publish': announcements.approval,
    'terms.publish': parts.terms.approval,
  };
  const approvals = new ApprovalService(database, clock, kinds);
  const served = [
    ...approvalEndpoints({ database, approvals, accountOf: codeOf }),
    ...operatorAccessEndpoints({
      sessions,
      keptCalls,
      logIn: new OperatorLogIn({ database, passwords, failures, codes }),
      ownAccess: new OwnAccess({ database, passwords, clock }),
      enrolment: new Enrolment({ database, passwords, secrets, clock, productName: config.productName }),
    }),
    ...announcementOperatorEndpoints(announcements),
    ...operatorDirectoryEndpoints(new OperatorDirectory(database, clock), operatorChanges),
    ...releaseOperatorEndpoints({
      database,
      members,
      events,
      releases,
      health: new HealthReader(loads, clock),
      refusedCalls,
      errors: loads.errors,
      sourceMaps: new SourceMaps(releases),
      approvals: releaseApprovals,
      ...(tryOut && { tryOut }),
    }),
    ...operatorLoadEndpoints(loads),
    ...inquiryOperatorEndpoints(
      new InquiryService({
        ...{ database, members, inquiryRepository: parts.inquiryRepository, threads, notifier, clock },
        publicOrigin: config.publicOrigin,
      }),
    ),
    ...supportOperatorEndpoints({
      database,
      suspensions,
      factorResets,
      memberHistory: new MemberHistory({ database, members, records: parts.records }),
      memberDirectory: new MemberDirectory({
        database,
        members,
        suspensionRepository,
        clock,
        balances,
        factorResets,
        sessions: parts.sessions,
      }),
    }),
    ...erasureOperatorEndpoints(erasures),
    ...operationsEndpoints({
      overview: new JobOverview(database, clock, deadMails),
      deadMails: new DeadMailService(database, deadMails),
      incidentLog: new IncidentLog(database, clock),
      operatorOverview: new OperatorOverview(
        database,
        approvals,
        platformStatusOf({ solvency, pools, events, refusedCalls, clock }),
      ),
    }),
    ...withdrawalOperatorEndpoints(reviewService, payouts, config.explorers),
    ...depositOperatorEndpoints(parts),
    ...returnOperatorEndpoints(parts.depositReturns),
    ...freezeOperatorEndpoints(payoutFreeze),
    ...packageOperatorEndpoints({ database, members, clock }),
    ...stakeOperatorEndpoints({ database, members, clock }),
    ...ruleOperatorEndpoints(database, ruleService, ruleProposals, rates),
    ...rulePreviewEndpoints(new RulePreview(database, clock)),
    ...poolOperatorEndpoints(pools),
    ...solvencyOperatorEndpoints(solvency),
    ...bonusOperatorEndpoints({ database, clock, members, notifier }),
    ...feeReturnOperatorEndpoints({ database, clock }),
    ...termsOperatorEndpoints(parts.terms),
    ...auditEndpoints(database, parts.past, parts.securityEvents, new AuditChain(database, clock)),
  ];
  checkEndpoints(Object.keys(operatorEndpoints), served, audience.policies);
  const rateLimits = new RateLimits(database, served, config.rateLimitFactor);
  const { securityEvents: securityRecords } = parts;
  const invoker = new Invoker(audience, { database, rateLimits, securityRecords, checked: !config.production });
  return { audience, served, invoker, sessions };
}
