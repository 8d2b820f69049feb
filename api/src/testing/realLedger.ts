import { MovableClock } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { accountOf, systemAccount } from '../ledger/accounts.ts';
import { Batcher, batcherConnections } from '../ledger/batcher.ts';
import { Ledger, type PostedJournal } from '../ledger/ledger.ts';
import { Quotes } from '../ledger/quotes.ts';
import { Database } from '../platform/db/database.ts';
import { Lanes } from '../platform/db/lanes.ts';
import { placeBareNodes } from './bareNodes.ts';
import type { TestDatabase } from './testDatabase.ts';

/** What the real side of a pair works with; it serves one pair after the other. */
export class RealLedger {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly batcher: Batcher;
  readonly quotes: Quotes;
  readonly clock = new MovableClock();
  readonly own: TestDatabase;
  readonly #lanes: Lanes;
  #lastMember = 0;

  constructor(own: TestDatabase) {
    this.own = own;
    this.database = new Database({ url: own.coreUrl, poolSize: 4 });
    this.ledger = new Ledger(this.database);
    this.quotes = new Quotes(this.database, this.clock);
    this.#lanes = new Lanes({ url: own.coreUrl, connections: batcherConnections, prepared: true });
    this.batcher = new Batcher(this.#lanes, createLog('silent', 1));
  }

  run(work: () => Promise<PostedJournal>): Promise<PostedJournal> {
    return this.database.inTransaction(work);
  }

  async newMember(openingMinor: bigint): Promise<string> {
    this.#lastMember += 1;
    await placeBareNodes(this.own, this.#lastMember);
    const id = String(this.#lastMember);
    const legs = [
      { account: accountOf(id, 'usdAvailable'), amountMinor: openingMinor },
      { account: systemAccount('usdCustody'), amountMinor: -openingMinor },
    ];
    await this.run(() => this.ledger.post({ ...keyed(id, 'opening', 'opening'), kind: 'opening', legs }));
    return id;
  }

  async close(): Promise<void> {
    await this.batcher.close();
    await this.#lanes.close();
    await this.database.close();
  }
}

/** What every money call names, with a hash that stands for what was asked. */
export const keyed = (owner: string, key: string, request: string) => ({
  owner,
  key,
  requestHash: Buffer.from(request.padEnd(32, '.')),
  memo: {},
  unit: 'USD' as const,
});
