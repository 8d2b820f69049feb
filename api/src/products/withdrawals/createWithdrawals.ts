import type { Explorers } from '../../chain/config/explorers.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { MemberLocks } from '../../identity/members/memberLocks.ts';
import type { AddressBook } from '../../identity/security/addresses/addressBook.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Limits } from '../../ledger/limits.ts';
import type { Rates } from '../../ledger/rates.ts';
import type { Database } from '../../platform/db/database.ts';
import { DepositRules } from '../deposits/depositValue.ts';
import type { Balances } from '../wallet/balances.ts';
import { DepositReturns } from './depositReturns.ts';
import { Destinations } from './destinations.ts';
import { type PayoutIsVerifiable, Payouts } from './payouts.ts';
import { PayoutTerms } from './payoutTerms.ts';
import { ReviewService } from './reviewService.ts';
import { StakePayouts } from './stakePayouts.ts';
import { WithdrawalNotifier } from './withdrawalNotifier.ts';
import { WithdrawalRepository } from './withdrawalRepository.ts';
import { WithdrawalSteps } from './withdrawalSteps.ts';
import { Withdrawals } from './withdrawals.ts';

interface CreateParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly balances: Balances;
  readonly rates: Rates;
  readonly addressBook: AddressBook;
  readonly notifier: Notifier;
  readonly isVerifiable: PayoutIsVerifiable;
  readonly explorers: Explorers;
}

/** Everything about withdrawals, wired. */
export function createWithdrawals(given: CreateParts) {
  const { database, clock, rules, rates, addressBook, notifier, explorers } = given;
  const withdrawalSteps = new WithdrawalSteps(given);
  const withdrawalNotifier = new WithdrawalNotifier(database, notifier, rules);
  const withdrawalRepository = new WithdrawalRepository(database, explorers);
  const destinations = new Destinations(database, addressBook);
  const payoutTerms = new PayoutTerms(rules, clock, rates);
  const memberLocks = new MemberLocks(database);
  const parts = {
    ...given,
    memberLocks,
    withdrawalSteps,
    withdrawalNotifier,
    withdrawalRepository,
    destinations,
    payoutTerms,
  };
  return {
    withdrawalRepository,
    destinations,
    withdrawals: new Withdrawals(parts),
    reviewService: new ReviewService(parts),
    payouts: new Payouts(parts),
    stakePayouts: new StakePayouts(parts),
    depositReturns: new DepositReturns({ ...parts, depositRules: new DepositRules(database, rates) }),
  };
}
