import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import type { Log } from '../ground/log.ts';
import type { Database } from '../platform/db/database.ts';
import { type Job, type Outcome, ReportedFailure } from '../platform/jobs/job.ts';
import type { ChainConfig, Chains } from './config/chainConfig.ts';
import { checkChainId, checkNode } from './config/checkChains.ts';
import { ChainFault } from './nodes/chainFault.ts';
import { EvmNode } from './nodes/evmNode.ts';
import { JsonRpc, type NodeAddress } from './nodes/jsonRpc.ts';
import { EvmPayouts } from './payouts/evmPayouts.ts';
import { PayoutWatch } from './payouts/payoutWatch.ts';
import type { RecordedPayouts } from './payouts/recordedPayouts.ts';
import { type CursorKind, type Cursors, readerName } from './watch/cursors.ts';
import { DepositProver, type Proof, proveDeposits } from './watch/provenDeposits.ts';
import type { TransferSink } from './watch/transferSink.ts';
import { type StepResult, Watcher } from './watch/watcher.ts';

export interface ChainWorkParts {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly log: Log;
  readonly sinkOf: (config: ChainConfig) => TransferSink;
  readonly payouts: RecordedPayouts;
}

/** After this many failures in a row, each waited for twice as long as the one before, somebody has to look. */
const alarmingFailures = 5;
/** The last block that counts should not be older. */
const alarmingLagMs = 5 * 60_000;
/** A node is asked this often whether it still is what is configured; its chain's number with every look. */
const checkEveryMs = 60_000;

/** Watches the chains: one loop each, and one more for its audit. Of several processes one works. */
export class ChainWork {
  readonly #parts: ChainWorkParts;
  readonly #chains: Chains;
  readonly #worker = randomUUID();
  readonly #stopping = new AbortController();

  constructor(parts: ChainWorkParts, chains: Chains) {
    this.#parts = parts;
    this.#chains = chains;
  }

  jobs(): Job[] {
    return [...this.#chains.values()].flatMap((config) => [
      this.#job(config, 'main', config.node),
      ...(config.auditNode ? [this.#job(config, 'audit', config.auditNode)] : []),
    ]);
  }

  /** A watcher of its own, for a command. */
  watcher(config: ChainConfig, kind: CursorKind, address: NodeAddress): Watcher {
    return new Watcher({ ...this.#parts, config, kind, node: this.#node(address), sink: this.#parts.sinkOf(config) });
  }

  /** Looks up all deposits that are recorded, page by page, at a node. */
  async *proofs(config: ChainConfig, address: NodeAddress): AsyncGenerator<Proof> {
    const node = this.#node(address);
    const sink = this.#parts.sinkOf(config);
    const upTo = await sink.lastRecorded();
    let last: string | undefined = '0';
    while (last !== undefined) {
      const proof = await proveDeposits(node, sink, { after: last, upTo });
      yield proof;
      last = proof.last;
    }
  }

  /** Cuts waits for a node short; `Jobs.stop` then ends the loops. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Lets another worker begin at once. */
  async release(): Promise<void> {
    await this.#parts.cursors.release(this.#worker);
  }

  #node = (address: NodeAddress): EvmNode => new EvmNode(new JsonRpc({ ...address, stopping: this.#stopping.signal }));

  #job(config: ChainConfig, kind: CursorKind, address: NodeAddress): Job {
    const { cursors, log } = this.#parts;
    const { chain, token } = config;
    const watcher = this.watcher(config, kind, address);
    const name = { chain, token: token.account, kind };
    const payouts =
      kind === 'main' && config.custody.size > 0
        ? new PayoutWatch(this.#parts.payouts, chain, new EvmPayouts(config, this.#node(address)))
        : undefined;
    const sink = this.#parts.sinkOf(config);
    const report = new Report(log.child({ chain, kind }), () => cursors.failuresOf(chain, kind));
    const node = this.#node(address);
    let checkFrom = 0;
    let payoutsFrom = 0;
    const check = async (): Promise<void> => {
      if (performance.now() < checkFrom) return checkChainId(node, config);
      await checkNode(node, config);
      await watcher.open();
      const genesis = (await node.block(0))?.hash;
      if (genesis !== undefined && (await cursors.genesis(name, genesis)) !== genesis)
        throw new ExplainedError(
          `CHAIN_${chain}_RPC_URL is a node of another chain with the number ${config.chainId}.`,
        );
      checkFrom = performance.now() + checkEveryMs;
    };
    const watchPayouts = async (): Promise<void> => {
      if (!payouts || performance.now() < payoutsFrom) return;
      payoutsFrom = performance.now() + config.pauseMs;
      await payouts.step();
    };
    const prover = new DepositProver(node, sink, config.auditDelayMs);
    const prove = async (): Promise<void> => {
      for (const { id, transaction } of await prover.step())
        log.error({ alarm: 'deposit not on its chain', chain, deposit: id, transaction }, 'no transaction says so');
    };
    return {
      name: readerName(chain, kind),
      pauseMs: config.pauseMs,
      run: async (): Promise<Outcome> => {
        try {
          await check();
          const cursor = await cursors.lease(name, this.#worker);
          if (!cursor) return 'elsewhere';
          // None of these waits for another: a reader that fails leaves no payout unwatched, and the other way round.
          const failures: unknown[] = [];
          const attempt = <T>(work: Promise<T>): Promise<T | undefined> =>
            work.catch((error: unknown) => void failures.push(error)) as Promise<T | undefined>;
          const result = await attempt(watcher.step(cursor));
          if (result?.state !== 'halted') await attempt(watchPayouts());
          if (kind === 'main') await attempt(sink.priceWaiting());
          if (kind === 'main' && result?.state === 'upToDate') await attempt(watcher.rereadFaults());
          if (kind === 'audit' && result?.state === 'upToDate') await attempt(prove());
          if (failures.length > 0) throw failures[0];
          if (!result) return false;
          report.done(result, kind);
          return result.state === 'read' || result.state === 'overtaken';
        } catch (error) {
          // The wait for a node was cut short, which is no fault of the chain's.
          if (this.#stopping.signal.aborted) return 'elsewhere';
          checkFrom = 0;
          throw new ReportedFailure(await report.failed(error), error);
        }
      },
    };
  }
}

/** What the log is shown, each thing once while it lasts. */
class Report {
  readonly #log: Log;
  readonly #failuresBefore: () => Promise<number>;
  #failures = 0;
  #said: string | undefined;

  /** @param failuresBefore in a row and over all processes, without the one that is reported */
  constructor(log: Log, failuresBefore: () => Promise<number>) {
    this.#log = log;
    this.#failuresBefore = failuresBefore;
  }

  done(result: StepResult, kind: CursorKind): void {
    if (this.#failures > 0) this.#log.info({ failures: this.#failures }, 'the chain answers again');
    this.#failures = 0;
    if (result.state === 'halted') this.#alarm('chain halted', result.reason);
    else if (result.state === 'upToDate' && result.lagMs > alarmingLagMs && kind === 'main')
      this.#alarm('chain is behind', `its last block that counts is ${Math.round(result.lagMs / 1000)} s old`);
    else this.#said = undefined;
    if (result.state !== 'read' || result.recorded === 0) return;
    const { from, to, recorded } = result;
    if (kind === 'audit')
      this.#log.error({ alarm: 'deposits were missed', from, to, found: recorded }, 'the audit found them');
    else this.#log.info({ from, to, found: recorded }, 'deposits');
  }

  /** @returns what failed, in one word */
  async failed(error: unknown): Promise<string> {
    const before = await this.#failuresBefore().catch(() => 0);
    this.#failures = Math.max(this.#failures, before) + 1;
    const [what, why] =
      error instanceof ChainFault
        ? [error.kind, error.message]
        : error instanceof AppError
          ? ['refused', error.code]
          : error instanceof ExplainedError
            ? ['configuration', error.message]
            : ['failed', error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'];
    if (this.#failures >= alarmingFailures || what === 'configuration' || what === 'fatal')
      this.#alarm(`chain: ${what}`, why);
    else this.#log.warn({ what, why, failures: this.#failures }, 'chain not read');
    return what;
  }

  #alarm(alarm: string, why: string): void {
    if (this.#said === alarm) return;
    this.#said = alarm;
    this.#log.error({ alarm, why }, 'deposits do not go on by themselves');
  }
}
