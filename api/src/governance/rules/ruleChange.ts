import type { AuditAction } from '@trellis/api-contract/operator';
import type { Database } from '../../platform/db/database.ts';
import { explainApprovalError } from '../approvals/approvals.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { type AuditEntry, recordAudit } from '../audit/auditLog.ts';
import { explainRuleError } from './ruleError.ts';

/** What was changed, and how the audit log names it. */
export type RuleChange<Changed> = Pick<AuditEntry, 'subject' | 'before' | 'after'> & { readonly changed: Changed };

/**
 * Changes what operators set, in one transaction with its row in the audit log.
 * @param change may throw what the functions that set rules and rates refuse
 * @throws AppError as `explainRuleError` and `explainApprovalError`
 */
export function changeRule<Changed>(
  database: Database,
  action: AuditAction,
  { reason, ...by }: ActorWithReason,
  change: () => Promise<RuleChange<Changed>>,
): Promise<Changed> {
  return database.inTransaction(async () => {
    const { changed, ...entry } = await change().catch((error: unknown) => {
      throw explainRuleError(error) ?? explainApprovalError(error) ?? error;
    });
    await recordAudit(database, { ...by, ...entry, action, reason });
    return changed;
  });
}
