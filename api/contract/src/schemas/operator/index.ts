import type { OperatorEndpointName } from '../../audiences/operator/endpoints.ts';
import { releaseSchemas } from '../releases.ts';
import { accessOperatorSchemas } from './access.ts';
import { announcementOperatorSchemas } from './announcements.ts';
import { approvalSchemas } from './approvals.ts';
import { auditOperatorSchemas } from './audit.ts';
import { bonusOperatorSchemas } from './bonus.ts';
import { depositOperatorSchemas } from './deposits.ts';
import { feeReturnSchemas } from './feeReturns.ts';
import { findSchemas } from './find.ts';
import { freezeSchemas } from './freezes.ts';
import { inquiryOperatorSchemas } from './inquiries.ts';
import { jobSchemas } from './jobs.ts';
import { memberHistorySchemas } from './memberHistory.ts';
import { memberOperatorSchemas } from './members.ts';
import { operatorDirectorySchemas } from './operators.ts';
import { packageOperatorSchemas } from './packages.ts';
import { poolSchemas } from './pools.ts';
import { rateSchemas } from './rates.ts';
import { releaseOperatorSchemas } from './releases.ts';
import { ruleSchemas } from './rules.ts';
import { solvencySchemas } from './solvency.ts';
import { stakeOperatorSchemas } from './stakes.ts';
import { termsOperatorSchemas } from './terms.ts';
import { withdrawalOpsSchemas } from './withdrawals.ts';

/** Schemas of every endpoint of the operators, under the endpoint's name. */
export const operatorSchemas = {
  ...accessOperatorSchemas,
  ...releaseSchemas,
  ...releaseOperatorSchemas,
  ...inquiryOperatorSchemas,
  ...findSchemas,
  ...memberOperatorSchemas,
  ...memberHistorySchemas,
  ...jobSchemas,
  ...withdrawalOpsSchemas,
  ...depositOperatorSchemas,
  ...freezeSchemas,
  ...approvalSchemas,
  ...packageOperatorSchemas,
  ...stakeOperatorSchemas,
  ...rateSchemas,
  ...ruleSchemas,
  ...poolSchemas,
  ...solvencySchemas,
  ...bonusOperatorSchemas,
  ...feeReturnSchemas,
  ...termsOperatorSchemas,
  ...announcementOperatorSchemas,
  ...operatorDirectorySchemas,
  ...auditOperatorSchemas,
} satisfies Record<OperatorEndpointName, { readonly summary: string }>;
