/**
 * Whether there is more to do at once. `elsewhere`: another process has this work in hand, or it was cut short, so
 * nothing is known of how it is. `undefined`: it had nothing to find that out by.
 */
export type Outcome = boolean | 'elsewhere' | undefined;

/**
 * A piece of background work that does what is due by its domain's own rows, a bounded piece at a time. So what is
 * done exactly once is so because of those rows; the mechanism only says when, and keeps how it went.
 */
export type Job = {
  /** One in all processes: under it stands the job's row in the table `job`. */
  readonly name: string;
  /**
   * One bounded piece. What it throws is tried again later, each time twice as late.
   * @param stopping ends what takes long: the process is about to end
   */
  run(stopping: AbortSignal): Promise<Outcome>;
  /** How long it waits at most for its next try, if not for five minutes. */
  readonly retryAtMostMs?: number;
} & Timing;

type Timing =
  | {
      /** How long each process rests when there is nothing more to do. */
      readonly pauseMs: number;
      readonly everyMs?: undefined;
    }
  | {
      /**
       * Once in so long over all processes and restarts, by the product's clock. What was missed is not caught up, and
       * what a crash cut short begins again after `leaseMs`.
       */
      readonly everyMs: number;
      readonly pauseMs?: undefined;
    };

/** A failure that the job itself has logged, better than the loop could. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';
  readonly code: string;

  /** @param code a word for operators, without data */
  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
