import type { EndpointName } from '../audiences/member/endpoints.ts';
import { releaseSchemas } from '../delivery/releases/schemas.ts';
import { noticeSchemas } from '../governance/notifications/schemas.ts';
import { emailCodeSchemas, registrationSchemas, sessionSchemas } from '../identity/access/schemas.ts';
import { addressSchemas } from '../identity/addressBook/schemas.ts';
import { appLockSchemas } from '../identity/appLock/schemas.ts';
import { passkeySchemas } from '../identity/passkeys/schemas.ts';
import { pushSchemas } from '../identity/push/schemas.ts';
import { passwordSchemas, securitySchemas } from '../identity/security/schemas.ts';
import { termsSchemas } from '../identity/terms/schemas.ts';
import { bonusSchemas } from '../products/bonus/schemas.ts';
import { depositSchemas } from '../products/deposits/schemas.ts';
import { exchangeSchemas } from '../products/exchanges/schemas.ts';
import { packageSchemas } from '../products/packages/schemas.ts';
import { stakeSchemas } from '../products/stakes/schemas.ts';
import { statementSchemas } from '../products/statements/schemas.ts';
import { teamSchemas } from '../products/team/schemas.ts';
import { transferSchemas } from '../products/transfers/schemas.ts';
import { walletSchemas } from '../products/wallet/schemas.ts';
import { withdrawalSchemas } from '../products/withdrawals/schemas.ts';
import { announcementSchemas } from '../service/announcements/schemas.ts';
import { inquirySchemas } from '../service/inquiries/schemas.ts';

/** Schemas of every endpoint, under the endpoint's name. */
export const schemas = {
  ...sessionSchemas,
  ...emailCodeSchemas,
  ...registrationSchemas,
  ...passwordSchemas,
  ...securitySchemas,
  ...passkeySchemas,
  ...appLockSchemas,
  ...pushSchemas,
  ...addressSchemas,
  ...depositSchemas,
  ...walletSchemas,
  ...statementSchemas,
  ...transferSchemas,
  ...exchangeSchemas,
  ...packageSchemas,
  ...stakeSchemas,
  ...withdrawalSchemas,
  ...teamSchemas,
  ...bonusSchemas,
  ...releaseSchemas,
  ...noticeSchemas,
  ...announcementSchemas,
  ...inquirySchemas,
  ...termsSchemas,
} satisfies Record<EndpointName, { readonly summary: string }>;

export type Schemas = typeof schemas;
