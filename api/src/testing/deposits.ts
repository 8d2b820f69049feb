import type { DepositChain } from '@trellis/api-contract';
import { accountOfAddress } from '@trellis/api-contract/addresses';
import { ChainWork } from '../chain/chainWork.ts';
import type { ChainConfig } from '../chain/config/chainConfig.ts';
import { EvmNode } from '../chain/nodes/evmNode.ts';
import { hexOf } from '../chain/nodes/hexadecimal.ts';
import { JsonRpc } from '../chain/nodes/jsonRpc.ts';
import { EvmPayouts } from '../chain/payouts/evmPayouts.ts';
import { PayoutWatch } from '../chain/payouts/payoutWatch.ts';
import type { CursorKind } from '../chain/watch/cursors.ts';
import type { TransferSink } from '../chain/watch/transferSink.ts';
import type { StepResult, Watcher } from '../chain/watch/watcher.ts';
import { Notifier } from '../governance/notifications/notifier.ts';
import { systemClock } from '../ground/clock.ts';
import { createLog, type Log } from '../ground/log.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Rates } from '../ledger/rates.ts';
import { Database } from '../platform/db/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import { createDeposits } from '../products/deposits/createDeposits.ts';
import { createPayouts } from '../products/withdrawals/createPayouts.ts';
import type { Payouts } from '../products/withdrawals/payouts.ts';
import type { TestApplication } from './testApplication.ts';
import type { TestChain } from './testChain.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Watchers alongside an application, driven step by step. */
export class TestWatchers {
  readonly database: Database;
  readonly deposits: ReturnType<typeof createDeposits>;
  readonly payouts: Payouts;
  readonly #work: ChainWork;
  readonly #chain: TestChain;

  constructor(databaseUrl: string, chain: TestChain) {
    const database = new Database({ url: databaseUrl, poolSize: 6 });
    const base = { database, clock: systemClock, log: createLog('silent', '/dev/null') };
    const [ledger, notifier] = [new Ledger(database), new Notifier(database, systemClock)];
    this.database = database;
    this.deposits = createDeposits({ ...base, ledger, notifier, rates: new Rates(database), chains: chain.configs });
    this.payouts = createPayouts({ ...base, ledger, notifier, isVerifiable: () => true });
    this.#work = new ChainWork({ ...base, ...this.deposits, payouts: this.payouts }, chain.configs);
    this.#chain = chain;
  }

  make(chain: DepositChain, change: Partial<ChainConfig> = {}, kind: CursorKind = 'main'): Watcher {
    const config = { ...this.#chain.config(chain), ...change };
    return this.#work.watcher(config, kind, config.node);
  }

  /** The job of a process of its own that watches a chain. */
  job(
    chain: DepositChain,
    change: Partial<ChainConfig> = {},
    log: Log = createLog('silent', '/dev/null'),
    kind: CursorKind = 'main',
  ): Job {
    const base = { database: this.database, clock: systemClock, log };
    const config = { ...this.#chain.config(chain), ...change };
    const work = new ChainWork({ ...base, ...this.deposits, payouts: this.payouts }, new Map([[chain, config]]));
    const job = work.jobs().at(kind === 'main' ? 0 : -1);
    if (!job) throw new Error('there is no job');
    return job;
  }

  /** Where what is found is brought. */
  sink(chain: DepositChain): TransferSink {
    return this.deposits.sinkOf(this.#chain.config(chain));
  }

  payoutWatch(chain: DepositChain, change: Partial<ChainConfig> = {}): PayoutWatch {
    const config = { ...this.#chain.config(chain), ...change };
    return new PayoutWatch(this.payouts, chain, new EvmPayouts(config, new EvmNode(new JsonRpc(config.node))));
  }

  /** Steps until everything that counts is read. */
  async catchUp(chain: DepositChain, watcher: Watcher = this.make(chain)): Promise<StepResult> {
    for (;;) {
      const result = await watcher.step();
      if (result.state === 'upToDate' || result.state === 'halted') return result;
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** A demo member's deposit address, verified unless it shall not be. @returns its account, to be paid to */
export async function depositAccount(
  app: TestApplication,
  username: string,
  chain: DepositChain,
  verified = true,
): Promise<string> {
  const client = await app.logIn(username);
  const { body, status } = await client.post('/api/v1/deposits/addresses', { chain });
  if (status !== 201) throw new Error(`no deposit address: ${JSON.stringify(body)}`);
  const address = String(body.address);
  if (verified) {
    const entry = { chain, characters: address.slice(-6) };
    const answer = await client.post('/api/v1/deposits/addresses/verification', entry);
    if (answer.status !== 200) throw new Error(`the address was not verified: ${answer.text}`);
  }
  return hexOf(accountOfAddress(chain, address));
}

/** What a member's deposits have put on their USD balance, `12.5 + 20`, oldest first. */
export async function creditsOf(app: TestApplication, username: string): Promise<string> {
  const rows = await app.database.sql<{ amount: string }>(
    `SELECT (p.amount / 1000000.0)::float8::text AS amount FROM member m JOIN posting p ON p.account = m.id * 1000 + 101
       JOIN journal j ON j.id = p.journal WHERE m.username = $1 AND j.kind = 'deposit' ORDER BY p.seq`,
    [username],
  );
  return rows.map(({ amount }) => amount).join(' + ');
}

let depositsMade = 0;
/** What a watcher records of a transfer on TRON below the minimum, and reserves. @returns its id */
export async function depositInSuspense(own: TestDatabase, username: string, usdt = 5_000_000): Promise<string> {
  depositsMade += 1;
  const hash = depositsMade.toString(16).padStart(64, '0');
  const [row] = await own.sql<{ id: string }>(
    `WITH posted AS (
       SELECT m.id, post(gen_random_uuid(), m.id, $1, '\\x00', 'deposit_aside', '{}', ARRAY[211, 811]::bigint[],
                         ARRAY[-$3::bigint, $3::bigint], NULL, NULL, NULL) FROM member m WHERE m.username = $2)
     INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                   units, usdt, minimum, state, recorded_at)
     SELECT 'TRON', a, decode($4, 'hex'), 0, 1, decode($4, 'hex'), now(), a, a, posted.id, $3, $3, 10000000, 'below_minimum', now()
       FROM posted, decode(repeat('ab', 20), 'hex') AS a RETURNING id`,
    [`deposit aside TRON ${hash} 0`, username, usdt, hash],
  );
  return row?.id ?? '';
}
