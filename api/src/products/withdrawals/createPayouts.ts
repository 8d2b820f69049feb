import { Rules } from '../../governance/rules/rules.ts';
import type { Tell } from '../../governance/tell/tell.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import { type PayoutIsVerifiable, Payouts } from './payouts.ts';
import { WithdrawalNotifier } from './withdrawalNotifier.ts';
import { WithdrawalSteps } from './withdrawalSteps.ts';

interface CreateParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly tell: Tell;
  readonly isVerifiable: PayoutIsVerifiable;
}

/** Payouts alone, for a process that watches a chain and serves nobody. */
export function createPayouts({ database, clock, ledger, tell, isVerifiable }: CreateParts): Payouts {
  return new Payouts({
    database,
    clock,
    rules: new Rules(database, clock),
    isVerifiable,
    withdrawalSteps: new WithdrawalSteps({ database, clock, ledger }),
    withdrawalNotifier: new WithdrawalNotifier(database, tell),
  });
}
