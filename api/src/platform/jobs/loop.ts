import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../db/database.ts';
import { backoffMs, longestRetryMs } from './backoff.ts';
import { failureFacts } from './failureCode.ts';
import { type Job, ReportedFailure } from './job.ts';
import { alarmAfterMs, JobStates } from './jobStates.ts';

export interface JobParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** A job that runs without a fault writes its row so often, however often it runs. */
const heartbeatMs = 60_000;
/** And so soon again where that did not work. */
const rewriteMs = 5_000;
/** So often a process looks whether a scheduled run is due; and the first retry of one. */
const lookMs = 60_000;

/** Runs each job in a loop of its own until stopped. */
export class Jobs {
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[];

  constructor(jobs: readonly Job[], { database, clock, log }: JobParts) {
    const states = new JobStates(database, clock);
    this.#loops = jobs.map((job) => new JobLoop(job, states, log).run(this.#stopping.signal));
  }

  /** Lets what runs finish, and cuts pauses short. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }
}

/** One job in this process: runs, rests, backs off, and writes how it is. */
class JobLoop {
  readonly #job: Job;
  readonly #states: JobStates;
  readonly #log: Log;
  readonly #restMs: number;
  #failures = 0;
  #failingSinceMs = 0;
  #hasAlarmed = false;
  #writeAtMs = Number.NEGATIVE_INFINITY;
  /** Of a scheduled run that is not over. */
  #begunAt: Date | undefined;

  constructor(job: Job, states: JobStates, log: Log) {
    this.#job = job;
    this.#states = states;
    this.#log = log;
    this.#restMs = job.pauseMs ?? Math.min(job.everyMs, lookMs);
  }

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const waitMs = await this.#once(stopping);
      if (waitMs > 0) await delay(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  /** @returns how long to wait then */
  async #once(stopping: AbortSignal): Promise<number> {
    try {
      if (!(await this.#isDue())) return this.#restMs;
      const outcome = await this.#job.run(stopping);
      if (outcome === 'elsewhere' || outcome === undefined) this.#begunAt = undefined;
      else await this.#succeeded(outcome);
      return outcome === true ? 0 : this.#restMs;
    } catch (error) {
      return stopping.aborted ? 0 : this.#failed(error);
    }
  }

  async #isDue(): Promise<boolean> {
    const { everyMs, name } = this.#job;
    if (everyMs === undefined || this.#begunAt !== undefined) return true;
    this.#begunAt = await this.#states.claim(name, everyMs);
    return this.#begunAt !== undefined;
  }

  async #succeeded(more: boolean): Promise<void> {
    const { name, everyMs } = this.#job;
    const hadFailed = this.#failures > 0;
    if (hadFailed) this.#log.info({ job: name, failures: this.#failures }, 'job works again');
    this.#failures = 0;
    this.#hasAlarmed = false;
    const begun = this.#begunAt;
    if (everyMs !== undefined) {
      if (more) return;
      this.#begunAt = undefined;
    } else if (!hadFailed && performance.now() < this.#writeAtMs) return;
    // The work is done, whether or not that can be written.
    const isWritten = await this.#states.done(name, begun, everyMs).then(
      () => true,
      () => false,
    );
    this.#writeAtMs = performance.now() + (isWritten ? heartbeatMs : rewriteMs);
  }

  async #failed(error: unknown): Promise<number> {
    const { name } = this.#job;
    this.#begunAt = undefined;
    this.#failures += 1;
    if (this.#failures === 1) this.#failingSinceMs = performance.now();
    const retryMs = Math.min(backoffMs(this.#failures, this.#restMs), this.#job.retryAtMostMs ?? longestRetryMs);
    const facts = { job: name, ...failureFacts(error), failures: this.#failures, retryMs };
    if (!(error instanceof ReportedFailure)) this.#log.error(facts, 'job failed');
    // Without a database each process goes by what it has seen itself.
    const stands = await this.#states
      .failed(name, facts.error, retryMs)
      .catch(() => performance.now() - this.#failingSinceMs >= alarmAfterMs);
    if (stands && !this.#hasAlarmed) {
      this.#hasAlarmed = true;
      this.#log.error({ alarm: 'job stands', ...facts }, 'a job has failed for ten minutes');
    }
    return retryMs;
  }
}
