import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { systemAccount } from '../ledger/accounts.ts';
import { Ledger, type PostedJournal } from '../ledger/ledger.ts';
import { Database } from '../platform/db/database.ts';
import { setSealMargin } from './rules.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

/** A ledger in which only the platform moves money, and somebody with the owner's password who goes past every trigger. */
export class SystemLedger {
  readonly own: TestDatabase;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly intruder: pg.Client;

  constructor(own: TestDatabase) {
    this.own = own;
    this.database = new Database({ url: own.coreUrl, poolSize: 10 });
    this.ledger = new Ledger(this.database);
    this.intruder = new pg.Client({ connectionString: own.ownerUrl });
  }

  static async start(): Promise<SystemLedger> {
    const system = new SystemLedger(await createTestDatabase());
    await system.intruder.connect();
    await system.intruder.query(`SET session_replication_role = 'replica'`);
    return system;
  }

  post(): Promise<PostedJournal> {
    return this.database.inTransaction(() => this.move('USD'));
  }

  /** Takes a fee from outside, in the transaction that runs. Each unit has accounts of its own. */
  move(unit: 'USD' | 'USDT'): Promise<PostedJournal> {
    return this.ledger.post({
      owner: '0',
      key: randomUUID(),
      requestHash: Buffer.alloc(32, 1),
      kind: 'opening',
      memo: { note: 'höhe, 高さ' },
      legs: [
        { account: systemAccount(unit === 'USD' ? 'usdFee' : 'usdtFee'), amountMinor: 7n },
        { account: systemAccount(unit === 'USD' ? 'usdCustody' : 'usdtCustody'), amountMinor: -7n },
      ],
      unit,
    });
  }

  async sealNext(limit: number): Promise<{ number: string; journals: number; more: boolean } | undefined> {
    const [seal] = await this.own.sql<{ number: string; journals: number; more: boolean }>(
      'SELECT number, journals, more FROM seal_next($1)',
      [limit],
    );
    return seal;
  }

  /** @returns how many journals each new seal covers */
  async sealAll(limit: number): Promise<number[]> {
    const sizes: number[] = [];
    for (let next = await this.sealNext(limit); next; next = await this.sealNext(limit)) sizes.push(next.journals);
    return sizes;
  }

  setMargin(margin: string): Promise<void> {
    return setSealMargin(this.own, margin);
  }

  async empty(): Promise<void> {
    for (const table of ['journal_seal', 'posting', 'journal']) await this.intruder.query(`DELETE FROM ${table}`);
    await this.intruder.query('UPDATE account SET balance = 0, seq = 0');
  }

  async close(): Promise<void> {
    await this.intruder.end();
    await this.database.close();
    await this.own.drop();
  }
}
