import type { ChainConfig, Chains } from '../../chain/config/chainConfig.ts';
import { Explorers } from '../../chain/config/explorers.ts';
import { Cursors } from '../../chain/watch/cursors.ts';
import type { TransferSink } from '../../chain/watch/transferSink.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { MemberLocks } from '../../identity/members/memberLocks.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Rates } from '../../ledger/rates.ts';
import type { Database } from '../../platform/db/database.ts';
import { ChainFacts } from './chainFacts.ts';
import { ChainFaults } from './chainFaults.ts';
import { DepositAddresses } from './depositAddresses.ts';
import { DepositJournals } from './depositJournals.ts';
import { DepositList } from './depositList.ts';
import { DepositQueue } from './depositQueue.ts';
import { DepositReleases } from './depositReleases.ts';
import { DepositService } from './depositService.ts';
import { DepositTerms } from './depositTerms.ts';
import { DepositRules } from './depositValue.ts';
import { HeldDeposits } from './heldDeposits.ts';

export interface DepositBase {
  readonly database: Database;
  readonly clock: Clock;
  readonly chains: Chains;
  readonly log: Log;
  readonly ledger: Ledger;
  readonly rates: Rates;
  readonly notifier: Notifier;
  /** Only members' lists lead there; a watcher's process needs none. */
  readonly explorers?: Explorers;
}

/** The parts of deposits, for the API and for a watcher of its own process. */
export function createDeposits({ chains, log, ledger, rates, explorers = new Explorers(), ...base }: DepositBase) {
  const { database } = base;
  const rules = new DepositRules(database, rates);
  const journals = new DepositJournals(ledger);
  const held = new HeldDeposits({ ...base, journals });
  const depositAddresses = new DepositAddresses({ ...base, memberLocks: new MemberLocks(database), chains, held, log });
  const cursors = new Cursors(database);
  const chainFaults = new ChainFaults(base);
  const facts = new ChainFacts(chains, explorers);
  return {
    cursors,
    chainFaults,
    depositAddresses,
    depositReleases: new DepositReleases({ ...base, rules, held }),
    depositQueue: new DepositQueue(database, facts),
    depositList: new DepositList(database, facts),
    depositTerms: new DepositTerms({ ...base, chains, cursors, rules, addresses: depositAddresses }),
    /** Where a chain's watcher brings what it finds. */
    sinkOf: (config: ChainConfig): TransferSink =>
      new DepositService({ ...base, log, rules, journals, held, faults: chainFaults }, config),
  };
}
