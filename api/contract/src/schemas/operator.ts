import type { OperatorEndpointName } from '../audiences/operator/endpoints.ts';
import { releaseOperatorSchemas } from '../delivery/releases/operator/schemas.ts';
import { releaseSchemas } from '../delivery/releases/schemas.ts';
import { approvalSchemas } from '../governance/approvals/operator/schemas.ts';
import { auditOperatorSchemas } from '../governance/audit/operator/schemas.ts';
import { rateSchemas } from '../governance/rates/operator/schemas.ts';
import { ruleSchemas } from '../governance/rules/operator/schemas.ts';
import { accessOperatorSchemas } from '../identity/access/operator/schemas.ts';
import { operatorDirectorySchemas } from '../identity/operators/operator/schemas.ts';
import { termsOperatorSchemas } from '../identity/terms/operator/schemas.ts';
import { bonusOperatorSchemas } from '../products/bonus/operator/schemas.ts';
import { depositOperatorSchemas } from '../products/deposits/operator/schemas.ts';
import { feeReturnSchemas } from '../products/feeReturns/operator/schemas.ts';
import { packageOperatorSchemas } from '../products/packages/operator/schemas.ts';
import { poolSchemas } from '../products/pools/operator/schemas.ts';
import { stakeOperatorSchemas } from '../products/stakes/operator/schemas.ts';
import { withdrawalOpsSchemas } from '../products/withdrawals/operator/schemas.ts';
import { announcementOperatorSchemas } from '../service/announcements/operator/schemas.ts';
import { findSchemas } from '../service/find/operator/schemas.ts';
import { memberHistorySchemas } from '../service/history/operator/schemas.ts';
import { freezeSchemas } from '../service/incident/operator/schemas.ts';
import { inquiryOperatorSchemas } from '../service/inquiries/operator/schemas.ts';
import { jobSchemas } from '../service/operations/operator/schemas.ts';
import { solvencySchemas } from '../service/solvency/operator/schemas.ts';
import { memberOperatorSchemas } from '../service/support/operator/schemas.ts';

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
