import { releaseOperatorErrors } from '../../delivery/releases/operator/errors.ts';
import { approvalOperatorErrors } from '../../governance/approvals/operator/errors.ts';
import { ruleOperatorErrors } from '../../governance/rules/operator/errors.ts';
import { directoryOperatorErrors } from '../../identity/operators/operator/errors.ts';
import { termsOperatorErrors } from '../../identity/terms/operator/errors.ts';
import { bonusOperatorErrors } from '../../products/bonus/operator/errors.ts';
import { depositOperatorErrors } from '../../products/deposits/operator/errors.ts';
import { feeReturnOperatorErrors } from '../../products/feeReturns/operator/errors.ts';
import { withdrawalOperatorErrors } from '../../products/withdrawals/operator/errors.ts';
import { announcementOperatorErrors } from '../../service/announcements/operator/errors.ts';
import { erasureOperatorErrors } from '../../service/erasure/operator/errors.ts';
import { incidentOperatorErrors } from '../../service/incident/operator/errors.ts';
import { operationOperatorErrors } from '../../service/operations/operator/errors.ts';
import { supportOperatorErrors } from '../../service/support/operator/errors.ts';

/** Refusals that only an operator meets; alongside these their endpoints use the members' catalogue. */
export const operatorErrorCatalogue = {
  ...approvalOperatorErrors,
  ...directoryOperatorErrors,
  ...announcementOperatorErrors,
  ...releaseOperatorErrors,
  ...supportOperatorErrors,
  ...erasureOperatorErrors,
  ...operationOperatorErrors,
  ...withdrawalOperatorErrors,
  ...depositOperatorErrors,
  ...incidentOperatorErrors,
  ...ruleOperatorErrors,
  ...feeReturnOperatorErrors,
  ...bonusOperatorErrors,
  ...termsOperatorErrors,
};

export type OperatorErrorCode = keyof typeof operatorErrorCatalogue;
