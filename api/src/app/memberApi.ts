import { endpoints } from '@trellis/api-contract';
import { releaseEndpoints } from '../delivery/releases/live/endpoints.ts';
import type { Loads } from '../delivery/releases/live/loads.ts';
import { noticeEndpoints } from '../governance/notifications/endpoints.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { memberAudience } from '../identity/access/audience.ts';
import { accessEndpoints } from '../identity/access/endpoints.ts';
import { pushEndpoints } from '../identity/push/endpoints.ts';
import { securityEndpoints } from '../identity/security/endpoints.ts';
import { supportEndpoints } from '../identity/security/factorResets/endpoints.ts';
import { termsEndpoints } from '../identity/terms/endpoints.ts';
import type { Database } from '../platform/db/database.ts';
import type { Audience } from '../platform/http/audience.ts';
import type { Caller } from '../platform/http/caller.ts';
import { checkEndpoints, type MemberEndpoints } from '../platform/http/endpoint.ts';
import { IdempotentCalls } from '../platform/http/idempotency.ts';
import { Invoker } from '../platform/http/invoke.ts';
import type { Hosts } from '../platform/http/origin.ts';
import { RateLimits } from '../platform/http/rateLimit.ts';
import { bonusEndpoints } from '../products/bonus/endpoints.ts';
import { depositEndpoints } from '../products/deposits/endpoints.ts';
import { exchangeEndpoints } from '../products/exchanges/endpoints.ts';
import { packageEndpoints } from '../products/packages/endpoints.ts';
import { packagesAhead } from '../products/packages/packagesAhead.ts';
import { purchaseAnswer } from '../products/packages/purchaseAnswer.ts';
import { stakeEndpoints } from '../products/stakes/endpoints.ts';
import { statementEndpoints } from '../products/statements/endpoints.ts';
import { teamEndpoints } from '../products/team/endpoints.ts';
import { transferEndpoints } from '../products/transfers/endpoints.ts';
import { walletEndpoints } from '../products/wallet/endpoints.ts';
import { withdrawalEndpoints } from '../products/withdrawals/endpoints.ts';
import { Announcements } from '../service/announcements/announcements.ts';
import { announcementEndpoints } from '../service/announcements/endpoints.ts';
import { inquiryEndpoints } from '../service/inquiries/endpoints.ts';
import { carryOutDueOf } from './dueOfMember.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

export interface MemberApiParts extends Services {
  readonly config: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly loads: Loads;
  /** Host names under which it is served, where it is. */
  readonly hosts: () => Hosts;
}

/** Members' endpoints, and what runs them for their audience. */
export interface MemberApi {
  readonly audience: Audience<Caller>;
  readonly served: MemberEndpoints;
  readonly invoker: Invoker<Caller>;
}

/** Everything that members can do, wired: their endpoints, each made from what several modules share. */
export function createMemberApi(parts: MemberApiParts): MemberApi {
  const { config, database, clock, loads, hosts, transfers, sessions, actions } = parts;
  const idempotentCalls = new IdempotentCalls(database, {
    transfer: async (owner, journalId) => ({ status: 201, body: await transfers.receiptOf(owner, journalId) }),
    package_purchase: (owner, journalId) => purchaseAnswer(database, owner, journalId),
  });
  const whatIsDue = (memberId: string): Promise<void> => carryOutDueOf(parts, memberId);
  const served: MemberEndpoints = [
    ...accessEndpoints(parts),
    ...securityEndpoints(parts),
    ...pushEndpoints(parts),
    ...supportEndpoints(parts),
    ...walletEndpoints({
      ...parts,
      packages: packagesAhead(database, parts.rules),
      idempotentCalls,
      carryOutDueOf: whatIsDue,
    }),
    ...depositEndpoints(parts),
    ...statementEndpoints({ ...parts, productName: config.productName }),
    ...transferEndpoints(transfers),
    ...exchangeEndpoints(parts),
    ...packageEndpoints(parts),
    ...stakeEndpoints({ ...parts, carryOutDueOf: whatIsDue }),
    ...withdrawalEndpoints(parts),
    ...teamEndpoints(parts),
    ...bonusEndpoints({ ...parts, carryOutDueOf: whatIsDue }),
    ...noticeEndpoints(parts),
    ...announcementEndpoints(new Announcements(database, clock)),
    ...inquiryEndpoints(parts),
    ...termsEndpoints(parts),
    ...releaseEndpoints(loads),
  ];
  const audience = memberAudience({ config, sessions, devices: parts.devices, actions, idempotentCalls, hosts });
  checkEndpoints(Object.keys(endpoints), served, audience.policies);
  const invoker = new Invoker(audience, {
    database,
    rateLimits: new RateLimits(database, served, config.rateLimitFactor),
    securityRecords: parts.securityEvents,
    checked: !config.production,
  });
  return { audience, served, invoker };
}
