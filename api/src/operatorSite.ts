import { operatorEndpoints } from '@trellis/api-contract/operator';
import { ReleaseApprovals } from './delivery/releases/live/approvals.ts';
import { operatorLoadEndpoints } from './delivery/releases/live/endpoints.ts';
import type { ReleaseEvents } from './delivery/releases/live/events.ts';
import type { Loads } from './delivery/releases/live/loads.ts';
import { releaseOperatorEndpoints } from './delivery/releases/live/operatorEndpoints.ts';
import type { Releases } from './delivery/releases/live/releases.ts';
import { WebOrigin, type WebParts } from './delivery/web/webOrigin.ts';
import { auditEndpoints } from './governance/audit/endpoints.ts';
import { ruleOperatorEndpoints } from './governance/rules/operatorEndpoints.ts';
import { RateService } from './governance/rules/rateService.ts';
import { RuleService } from './governance/rules/ruleService.ts';
import type { Rules } from './governance/rules/rules.ts';
import type { Tell } from './governance/tell/tell.ts';
import type { Clock } from './ground/clock.ts';
import type { Config } from './ground/config.ts';
import type { LoginFailures } from './identity/credentials/failures.ts';
import type { Passwords } from './identity/credentials/passwords.ts';
import { SecretBox } from './identity/credentials/secretBox.ts';
import { operatorAudience } from './identity/operators/audience.ts';
import { operatorAccessEndpoints } from './identity/operators/endpoints.ts';
import { Enrolment } from './identity/operators/enrolment.ts';
import { OperatorLogIn } from './identity/operators/logIn.ts';
import { OperatorSessions } from './identity/operators/session.ts';
import type { Database } from './platform/db/database.ts';
import { checkEndpoints } from './platform/http/endpoint.ts';
import { Invoker } from './platform/http/invoke.ts';
import { RateLimits } from './platform/http/rateLimit.ts';
import { createSite, type Site } from './platform/http/site.ts';
import type { Balances } from './products/wallet/balances.ts';
import { withdrawalOperatorEndpoints } from './products/withdrawals/operatorEndpoints.ts';
import type { Payouts } from './products/withdrawals/payouts.ts';
import type { ReviewService } from './products/withdrawals/reviewService.ts';
import { InquiryService } from './service/inquiries/inquiryService.ts';
import { inquiryOperatorEndpoints } from './service/inquiries/operatorEndpoints.ts';
import type { Threads } from './service/inquiries/threads.ts';
import { MemberFiles } from './service/support/memberFiles.ts';
import { type SupportOpsParts, supportOperatorEndpoints } from './service/support/operatorEndpoints.ts';

export interface OperatorSiteParts extends Pick<SupportOpsParts, 'suspensions' | 'factorResets'> {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly threads: Threads;
  readonly tell: Tell;
  readonly balances: Balances;
  readonly reviewService: ReviewService;
  readonly payouts: Payouts;
  readonly events: ReleaseEvents;
  readonly releases: Releases;
  readonly loads: Loads;
  readonly webParts: WebParts;
  readonly hosts: () => ReadonlySet<string>;
}

/**
 * Everything that operators are served, wired: their sign-in, releases, inquiries, members, withdrawals, rates and the
 * audit log, and the pages of the console.
 */
export function operatorSite(parts: OperatorSiteParts): { readonly site: Site; readonly close: () => void } {
  const { config, database, clock, passwords, failures, threads, tell, events, releases, hosts } = parts;
  const { balances, suspensions, factorResets, rules } = parts;
  const secrets = new SecretBox(config.secrets, 'operator totp');
  const sessions = new OperatorSessions(database, clock);
  const audience = operatorAudience({ config, sessions, hosts });
  const served = [
    ...operatorAccessEndpoints({
      sessions,
      logIn: new OperatorLogIn({ database, passwords, failures, secrets, clock }),
      enrolment: new Enrolment({ database, passwords, secrets, clock, productName: config.productName }),
    }),
    ...releaseOperatorEndpoints({ events, releases, approvals: new ReleaseApprovals(database, releases, clock) }),
    ...operatorLoadEndpoints(parts.loads),
    ...inquiryOperatorEndpoints(new InquiryService({ database, threads, tell, clock })),
    ...supportOperatorEndpoints({
      suspensions,
      factorResets,
      memberFiles: new MemberFiles({ database, clock, balances, factorResets }),
    }),
    ...withdrawalOperatorEndpoints(parts.reviewService, parts.payouts),
    ...ruleOperatorEndpoints(new RuleService(database, clock, rules), new RateService(database, clock)),
    ...auditEndpoints(database),
  ];
  checkEndpoints(Object.keys(operatorEndpoints), served, audience.policies);
  const rateLimits = new RateLimits(database, served, config.rateLimitFactor);
  const invoker = new Invoker(audience, { database, rateLimits, checked: !config.production });
  const web = new WebOrigin(audience, served, invoker, parts.webParts);
  return { site: createSite(audience, served, { config, invoker }, web.middleware), close: () => web.close() };
}
