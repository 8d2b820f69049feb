import type { Notices } from '../../governance/tell/notices.ts';
import { SecurityMail } from '../../governance/tell/securityMail.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import { Outbox } from '../../platform/mail/outbox.ts';
import { type PayoutIsVerifiable, Payouts } from './payouts.ts';
import { WithdrawalNews } from './withdrawalNews.ts';
import { WithdrawalSteps } from './withdrawalSteps.ts';

interface CreateParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly notices: Notices;
  readonly isVerifiable: PayoutIsVerifiable;
}

/** Payouts alone, for a process that watches a chain and serves nobody. */
export function createPayouts({ database, clock, ledger, notices, isVerifiable }: CreateParts): Payouts {
  const mail = new SecurityMail(database, new Outbox(database, clock));
  return new Payouts({
    ...{ database, clock, isVerifiable },
    withdrawalSteps: new WithdrawalSteps({ database, clock, ledger }),
    withdrawalNews: new WithdrawalNews(database, mail, notices),
  });
}
