import type { LoadReport } from '@trellis/api-contract';

/** How reports get to the server. */
export interface ReportLine {
  /** Whether it is settled: taken, or refused for good. Never rejects. */
  post(reports: readonly LoadReport[]): Promise<boolean>;
  /** From a page that may be gone in a moment: no answer is waited for. */
  farewell(reports: readonly LoadReport[]): void;
}

const batchSize = 20;
const pageLimit = 100;
/**
 * How long a report waits for others to go with it. A failure waits less: others may be about to meet it. That somebody began or
 * finished something is worth no request of its own.
 */
const delays: Partial<Record<LoadReport['outcome'], number>> = { ok: 5_000, begun: 30_000, done: 30_000 };
const urgentMs = 500;
const againMs = 5_000;

interface Waiting {
  readonly report: LoadReport;
  readonly tried: boolean;
}

/** Sends load reports in batches, while `mayReport` allows it: what was noted before somebody logged in goes then. */
export class LoadReporter {
  readonly #line: ReportLine;
  readonly #mayReport: () => boolean;
  #waiting: Waiting[] = [];
  #taken = 0;
  #due: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  constructor(line: ReportLine, mayReport: () => boolean) {
    this.#line = line;
    this.#mayReport = mayReport;
  }

  /** Takes a report, at most a hundred in the life of a page. */
  add(report: LoadReport): void {
    if (this.#taken === pageLimit) return;
    this.#taken += 1;
    this.#waiting.push({ report, tried: false });
    this.plan();
  }

  /** To be called when `mayReport` may have another answer. */
  plan(): void {
    if (this.#waiting.length === 0) return;
    const delay = Math.min(
      ...this.#waiting.map(({ report, tried }) => (tried ? againMs : (delays[report.outcome] ?? urgentMs))),
    );
    const at = Date.now() + delay;
    if (this.#due && this.#due.at <= at) return;
    clearTimeout(this.#due?.timer);
    this.#due = { at, timer: setTimeout(() => void this.#send(), delay) };
  }

  /** The page is hidden or left: everything goes now. */
  leave(): void {
    if (!this.#mayReport()) return;
    while (this.#waiting.length > 0) this.#line.farewell(this.#nextBatch().map(({ report }) => report));
  }

  async #send(): Promise<void> {
    this.#due = undefined;
    if (!this.#mayReport()) return;
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    const settled = await this.#line.post(batch.map(({ report }) => report));
    // One more try, then they are dropped: a report is worth less than the member's connection.
    if (!settled) {
      const again = batch.filter(({ tried }) => !tried).map(({ report }) => ({ report, tried: true }));
      this.#waiting.unshift(...again);
    }
    this.plan();
  }

  #nextBatch(): Waiting[] {
    return this.#waiting.splice(0, batchSize);
  }
}
