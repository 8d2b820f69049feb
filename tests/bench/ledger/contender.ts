import type { Workload } from './workload.ts';

/** One way of making transfers, under load. */
export interface Contender {
  readonly name: string;
  /** Waits until it could run: before anything is measured, for the server's own work goes on meanwhile. */
  prepare?(): Promise<void>;
  /** Keeps `clients` of them busy for about `milliseconds`. */
  run(workload: Workload, clients: number, milliseconds: number): Promise<Run>;
  close(): Promise<void>;
}

export interface Run {
  readonly transfers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Closed loop: each client sends its next transfer when it has the answer to the last. */
export async function closedLoop(clients: number, milliseconds: number, send: () => Promise<void>): Promise<Run> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startedAt < milliseconds) {
      const sentAt = performance.now();
      await send();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { ...percentiles(latencies), transfers: latencies.length, seconds: (performance.now() - startedAt) / 1_000 };
}

export function percentiles(latencies: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
