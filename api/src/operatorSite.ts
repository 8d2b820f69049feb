import { opsEndpoints } from '@trellis/api-contract/ops';
import { auditRoutes } from './audit/routes.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { RateLimits } from './http/rateLimit.ts';
import { checkRoutes } from './http/route.ts';
import { createSite, type Site } from './http/site.ts';
import type { LoginFailures } from './modules/access/failures.ts';
import type { Passwords } from './modules/access/passwords.ts';
import { InquiryDesk } from './modules/inquiries/inquiryDesk.ts';
import { inquiryOpsRoutes } from './modules/inquiries/opsRoutes.ts';
import type { Threads } from './modules/inquiries/threads.ts';
import type { Notices } from './modules/notices/notices.ts';
import { operatorAudience } from './modules/operators/audience.ts';
import { Enrolment } from './modules/operators/enrolment.ts';
import { serveEnrolPage } from './modules/operators/enrolPage/enrolPage.ts';
import { OperatorLogIn } from './modules/operators/logIn.ts';
import { operatorRoutes } from './modules/operators/routes.ts';
import { OperatorSessions } from './modules/operators/session.ts';
import { rateOpsRoutes } from './modules/rates/opsRoutes.ts';
import { RateDesk } from './modules/rates/rateDesk.ts';
import { TermsDesk } from './modules/rates/termsDesk.ts';
import { SecretBox } from './modules/security/secretBox.ts';
import { MemberFiles } from './modules/support/memberFiles.ts';
import { type SupportOpsParts, supportOpsRoutes } from './modules/support/opsRoutes.ts';
import type { Balances } from './modules/wallet/balances.ts';
import { withdrawalOpsRoutes } from './modules/withdrawals/opsRoutes.ts';
import type { Payouts } from './modules/withdrawals/payouts.ts';
import type { ReviewDesk } from './modules/withdrawals/reviewDesk.ts';
import { ReleaseApprovals } from './releases/approvals.ts';
import type { ReleaseEvents } from './releases/events.ts';
import { releaseOpsRoutes } from './releases/opsRoutes.ts';
import type { Releases } from './releases/releases.ts';

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
