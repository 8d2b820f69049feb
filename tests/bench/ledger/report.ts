import type { Run } from './contender.ts';
import type { Meter } from './emptyCluster.ts';
import type { HistoryPages } from './history.ts';
import type { Workload } from './workload.ts';

export interface Sample {
  readonly contender: string;
  readonly workload: Workload;
  readonly clients: number;
  /** Those with the same ran one after the other, in one round. */
  readonly alongside: symbol;
  readonly run: Run;
  readonly before: Meter;
  readonly after: Meter;
}

export const perSecond = ({ run }: Sample): number => run.transfers / run.seconds;
export const cpuUs = ({ run, before, after }: Sample): number => (after.cpuUs - before.cpuUs) / run.transfers;
const walBytes = ({ run, before, after }: Sample): number => (after.walBytes - before.walBytes) / run.transfers;

/** NaN for nothing, so that a missing measurement is not taken for a number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [lower = Number.NaN, upper = Number.NaN] = sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle);
  return sorted.length % 2 === 0 ? (lower + upper) / 2 : lower;
}

interface Chosen {
  readonly contender: string;
  readonly workload: Workload;
  readonly clients: number;
}

const choose = (samples: readonly Sample[], { contender, workload, clients }: Chosen): Sample[] =>
  samples.filter((each) => each.contender === contender && each.workload === workload && each.clients === clients);

/** Against another contender in the same round, then the median. */
export function ratio(samples: readonly Sample[], chosen: Chosen, against = 'pgbench', subject = perSecond): number {
  const base = choose(samples, { ...chosen, contender: against });
  const ratios = choose(samples, chosen).flatMap((sample) => {
    const other = base.find(({ alongside }) => alongside === sample.alongside);
    return other ? [subject(sample) / subject(other)] : [];
  });
  return median(ratios);
}

export const rounded = (value: number, digits = 2): number | null =>
  Number.isNaN(value) ? null : Number(value.toFixed(digits));

/** One line for each contender of a cell. */
export function tableOf(samples: readonly Sample[], against = 'pgbench'): string {
  const names = [...new Set(samples.map(({ contender }) => contender))].sort();
  return names
    .map((contender) => {
      const own = samples.filter((sample) => sample.contender === contender);
      const [first] = own;
      if (!first) return '';
      const { workload, clients } = first;
      const cells = [
        workload.padEnd(7),
        `${clients} clients`.padStart(10),
        contender.padEnd(15),
        `${median(own.map(perSecond)).toFixed(0)}/s`.padStart(8),
        `${ratio(samples, { contender, workload, clients }, against).toFixed(2)}x`.padStart(7),
        `p50 ${median(own.map(({ run }) => run.p50Ms)).toFixed(1)} ms`.padStart(13),
        `p99 ${median(own.map(({ run }) => run.p99Ms)).toFixed(1)} ms`.padStart(14),
        `${median(own.map(cpuUs)).toFixed(0)} us Postgres`.padStart(16),
        `${median(own.map(walBytes)).toFixed(0)} B WAL`.padStart(11),
      ];
      return cells.join('  ');
    })
    .join('\n');
}

export function summaryOf(
  samples: readonly Sample[],
  history: HistoryPages | undefined,
  slow: readonly Sample[] | undefined,
): object {
  const chosen = (contender: string, workload: Workload, clients: number): Chosen => ({
    contender,
    workload,
    clients,
  });
  const p99 = (chosen: Chosen): number | null => rounded(median(choose(samples, chosen).map(({ run }) => run.p99Ms)));
  const hot32 = choose(samples, chosen('batched', 'hot', 32));
  return {
    ratio: {
      batched_hot_32: rounded(ratio(samples, chosen('batched', 'hot', 32))),
      batched_random_32: rounded(ratio(samples, chosen('batched', 'random', 32))),
      http_hot_64: rounded(ratio(samples, chosen('http', 'hot', 64))),
      two_processes_hot_64: rounded(ratio(samples, chosen('http x2', 'hot', 64))),
      orm_random_32: rounded(ratio(samples, chosen('orm', 'random', 32))),
    },
    codes_cpu_ratio_http_hot_64: rounded(ratio(samples, chosen('http', 'hot', 64), 'http, codes off', cpuUs)),
    cpu_us_per_transfer_32: rounded(median(hot32.map(cpuUs)), 1),
    wal_bytes_per_transfer: rounded(median(hot32.map(walBytes)), 0),
    p99_ms: {
      pgbench_hot_32: p99(chosen('pgbench', 'hot', 32)),
      batched_hot_32: p99(chosen('batched', 'hot', 32)),
      batched_random_32: p99(chosen('batched', 'random', 32)),
      http_hot_64: p99(chosen('http', 'hot', 64)),
    },
    history_page_ms: history,
    ...(slow && {
      slow_flush_ratio: {
        batched_hot_64: rounded(ratio(slow, chosen('batched', 'hot', 64))),
        batched_random_64: rounded(ratio(slow, chosen('batched', 'random', 64))),
      },
    }),
  };
}
