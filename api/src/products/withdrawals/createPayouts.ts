import type { Notifier } from '../../governance/notifications/notifier.ts';
import { Rules } from '../../governance/rules/rules.ts';
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
  readonly notifier: Notifier;
  readonly isVerifiable: PayoutIsVerifiable;
}

/** Payouts alone, for a process that watches a chain and serves nobody. */
export function createPayouts({ database, clock, ledger, notifier, isVerifiable }: CreateParts): Payouts {
  const rules = new Rules(database, clock);
  return new Payouts({
    database,
    clock,
    rules,
    isVerifiable,
    withdrawalSteps: new WithdrawalSteps({ database, clock, ledger }),
    withdrawalNotifier: new WithdrawalNotifier(database, notifier, rules),
  });
}
