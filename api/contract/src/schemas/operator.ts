import type { OperatorEndpointName } from '../audiences/operator/endpoints.ts';
import { releaseOperatorSchemas } from '../delivery/releases/operator/schemas.ts';
import { releaseSchemas } from '../delivery/releases/schemas.ts';
import { approvalOperatorSchemas } from '../governance/approvals/operator/schemas.ts';
import { auditOperatorSchemas } from '../governance/audit/operator/schemas.ts';
import { rateOperatorSchemas } from '../governance/rates/operator/schemas.ts';
import { ruleOperatorSchemas } from '../governance/rules/operator/schemas.ts';
import { accessOperatorSchemas } from '../identity/access/operator/schemas.ts';
import { directoryOperatorSchemas } from '../identity/operators/operator/schemas.ts';
import { termsOperatorSchemas } from '../identity/terms/operator/schemas.ts';
import { bonusOperatorSchemas } from '../products/bonus/operator/schemas.ts';
import { depositOperatorSchemas } from '../products/deposits/operator/schemas.ts';
import { feeReturnOperatorSchemas } from '../products/feeReturns/operator/schemas.ts';
import { packageOperatorSchemas } from '../products/packages/operator/schemas.ts';
import { poolOperatorSchemas } from '../products/pools/operator/schemas.ts';
import { stakeOperatorSchemas } from '../products/stakes/operator/schemas.ts';
import { withdrawalOperatorSchemas } from '../products/withdrawals/operator/schemas.ts';
import { announcementOperatorSchemas } from '../service/announcements/operator/schemas.ts';
import { erasureOperatorSchemas } from '../service/erasure/operator/schemas.ts';
import { findOperatorSchemas } from '../service/find/operator/schemas.ts';
import { historyOperatorSchemas } from '../service/history/operator/schemas.ts';
import { incidentOperatorSchemas } from '../service/incident/operator/schemas.ts';
import { inquiryOperatorSchemas } from '../service/inquiries/operator/schemas.ts';
import { operationOperatorSchemas } from '../service/operations/operator/schemas.ts';
import { solvencyOperatorSchemas } from '../service/solvency/operator/schemas.ts';
import { supportOperatorSchemas } from '../service/support/operator/schemas.ts';

/** Schemas of every endpoint of the operators, under the endpoint's name. */
export const operatorSchemas = {
  ...accessOperatorSchemas,
  ...releaseSchemas,
  ...releaseOperatorSchemas,
  ...inquiryOperatorSchemas,
  ...erasureOperatorSchemas,
  ...findOperatorSchemas,
  ...supportOperatorSchemas,
  ...historyOperatorSchemas,
  ...operationOperatorSchemas,
  ...withdrawalOperatorSchemas,
  ...depositOperatorSchemas,
  ...incidentOperatorSchemas,
  ...approvalOperatorSchemas,
  ...packageOperatorSchemas,
  ...stakeOperatorSchemas,
  ...rateOperatorSchemas,
  ...ruleOperatorSchemas,
  ...poolOperatorSchemas,
  ...solvencyOperatorSchemas,
  ...bonusOperatorSchemas,
  ...feeReturnOperatorSchemas,
  ...termsOperatorSchemas,
  ...announcementOperatorSchemas,
  ...directoryOperatorSchemas,
  ...auditOperatorSchemas,
} satisfies Record<OperatorEndpointName, { readonly summary: string }>;
