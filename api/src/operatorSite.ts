import { opsEndpoints } from '@trellis/api-contract/ops';
import { serveEnrolPage } from './delivery/enrolPage/enrolPage.ts';
import { ReleaseApprovals } from './delivery/releases/live/approvals.ts';
import type { ReleaseEvents } from './delivery/releases/live/events.ts';
import { releaseOpsRoutes } from './delivery/releases/live/opsRoutes.ts';
import type { Releases } from './delivery/releases/live/releases.ts';
import { auditRoutes } from './governance/audit/routes.ts';
import { rateOpsRoutes } from './governance/rules/opsRoutes.ts';
import { RateDesk } from './governance/rules/rateDesk.ts';
import { TermsDesk } from './governance/rules/termsDesk.ts';
import type { Notices } from './governance/tell/notices.ts';
import type { Clock } from './ground/clock.ts';
import type { Config } from './ground/config.ts';
import type { LoginFailures } from './identity/credentials/failures.ts';
import type { Passwords } from './identity/credentials/passwords.ts';
import { SecretBox } from './identity/credentials/secretBox.ts';
import { operatorAudience } from './identity/operators/audience.ts';
import { Enrolment } from './identity/operators/enrolment.ts';
import { OperatorLogIn } from './identity/operators/logIn.ts';
import { operatorRoutes } from './identity/operators/routes.ts';
import { OperatorSessions } from './identity/operators/session.ts';
import type { Database } from './platform/db/database.ts';
import { RateLimits } from './platform/http/rateLimit.ts';
import { checkRoutes } from './platform/http/route.ts';
import { createSite, type Site } from './platform/http/site.ts';
import type { Balances } from './products/wallet/balances.ts';
import { withdrawalOpsRoutes } from './products/withdrawals/opsRoutes.ts';
import type { Payouts } from './products/withdrawals/payouts.ts';
import type { ReviewDesk } from './products/withdrawals/reviewDesk.ts';
import { InquiryDesk } from './service/inquiries/inquiryDesk.ts';
import { inquiryOpsRoutes } from './service/inquiries/opsRoutes.ts';
import type { Threads } from './service/inquiries/threads.ts';
import { MemberFiles } from './service/support/memberFiles.ts';
import { type SupportOpsParts, supportOpsRoutes } from './service/support/opsRoutes.ts';

export interface OperatorSiteParts extends Pick<SupportOpsParts, 'suspensions' | 'factorResets'> {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly threads: Threads;
  readonly notices: Notices;
  readonly balances: Balances;
  readonly reviewDesk: ReviewDesk;
  readonly payouts: Payouts;
  readonly events: ReleaseEvents;
  readonly releases: Releases;
  readonly hosts: () => ReadonlySet<string>;
}

/**
 * Everything that operators are served, wired: their sign-in, releases, inquiries, members, withdrawals, rates and the audit log. The only page is where an
 * enrolment link leads.
 */
export function operatorSite(parts: OperatorSiteParts): Site {
  const { config, database, clock, passwords, failures, threads, notices, events, releases, hosts } = parts;
  const { balances, suspensions, factorResets } = parts;
  const secrets = new SecretBox(config.secrets, 'operator totp');
  const sessions = new OperatorSessions(database, clock);
  const audience = operatorAudience({ config, sessions, hosts });
  const routes = [
    ...operatorRoutes({
      sessions,
      logIn: new OperatorLogIn({ database, passwords, failures, secrets, clock }),
      enrolment: new Enrolment({ database, passwords, secrets, clock, productName: config.productName }),
    }),
    ...releaseOpsRoutes({ events, releases, approvals: new ReleaseApprovals(database, releases, clock) }),
    ...inquiryOpsRoutes(new InquiryDesk({ database, threads, notices, clock })),
    ...supportOpsRoutes({
      ...{ suspensions, factorResets },
      memberFiles: new MemberFiles({ database, clock, balances, factorResets }),
    }),
    ...withdrawalOpsRoutes(parts.reviewDesk, parts.payouts),
    ...rateOpsRoutes(new RateDesk(database, clock), new TermsDesk(database, clock)),
    ...auditRoutes(database),
  ];
  checkRoutes(Object.keys(opsEndpoints), routes, audience.policies);
  return createSite(
    audience,
    routes,
    { config, rateLimits: new RateLimits(database, routes, config.rateLimitFactor) },
    [serveEnrolPage()],
  );
}
