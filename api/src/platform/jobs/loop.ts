import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../ground/log.ts';

/** A piece of background work: does a bounded step and says whether there is more to do at once. */
export interface Job {
  readonly name: string;
  readonly pauseMs: number;
  /** @param stopping ends what takes long: the process is about to end */
  step(stopping: AbortSignal): Promise<boolean>;
}

/** Runs each job in a loop of its own until stopped. A failing step is logged and tried again after the pause. */
export class Jobs {
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[];

  constructor(jobs: readonly Job[], log: Log) {
    this.#loops = jobs.map((job) => this.#run(job, log));
  }

  /** Lets the running steps finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async #run(job: Job, log: Log): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let more = false;
      try {
        more = await job.step(signal);
      } catch (error) {
        if (!signal.aborted)
          log.error({ job: job.name, error: error instanceof Error ? error.name : 'unknown' }, 'job step failed');
      }
      if (!more) await delay(job.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
