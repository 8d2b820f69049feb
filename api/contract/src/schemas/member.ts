import type { EndpointName } from '../audiences/member/endpoints.ts';
import { emailCodeSchemas, registrationSchemas, sessionSchemas } from './access.ts';
import { addressSchemas } from './addresses.ts';
import { announcementSchemas } from './announcements.ts';
import { depositSchemas } from './deposits.ts';
import { exchangeSchemas } from './exchanges.ts';
import { inquirySchemas } from './inquiries.ts';
import { noticeSchemas } from './notices.ts';
import { packageSchemas } from './packages.ts';
import { passkeySchemas } from './passkeys.ts';
import { releaseSchemas } from './releases.ts';
import { passwordSchemas, securitySchemas } from './security.ts';
import { stakeSchemas } from './stakes.ts';
import { statementSchemas } from './statements.ts';
import { teamSchemas } from './team.ts';
import { termsSchemas } from './terms.ts';
import { transferSchemas, walletSchemas } from './wallet.ts';
import { withdrawalSchemas } from './withdrawals.ts';

/** Schemas of every endpoint, under the endpoint's name. */
export const schemas = {
  ...sessionSchemas,
  ...emailCodeSchemas,
  ...registrationSchemas,
  ...passwordSchemas,
  ...securitySchemas,
  ...passkeySchemas,
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
  ...releaseSchemas,
  ...noticeSchemas,
  ...announcementSchemas,
  ...inquirySchemas,
  ...termsSchemas,
} satisfies Record<EndpointName, { readonly summary: string }>;

export type Schemas = typeof schemas;
