import { featureNames } from '@trellis/api-contract';
import type { BrotliBytes } from './bytes.ts';
import type { ColdAndWarm, Opening } from './measure.ts';

/** The product, and the same screens as one application. */
export interface Sides<Value> {
  readonly product: Value;
  readonly monolith: Value;
}

interface Measured {
  readonly roundTrips: Sides<number>;
  readonly openings: Sides<readonly ColdAndWarm[]>;
}

/** Medians over all rounds, and what they come to; bytes are brotli, times are milliseconds. */
export function reportOf(bytes: BrotliBytes, { roundTrips, openings }: Measured) {
  const { product, monolith } = { product: medians(openings.product), monolith: medians(openings.monolith) };
  return {
    bytes_br: bytes,
    round_trips: { wallet: roundTrips.product, wallet_monolith: roundTrips.monolith },
    ratio: {
      shell_to_monolith: ratio(bytes.shell + bytes.federation, bytes.monolith),
      wallet_painted_to_monolith: byTurns(openings, ({ cold }) => cold.walletPaintedMs),
      first_paint_to_monolith: byTurns(openings, ({ cold }) => cold.firstPaintMs),
      warm_wallet_painted_to_monolith: byTurns(openings, ({ warm }) => warm.walletPaintedMs),
    },
    product,
    monolith,
    rounds: openings.product.length,
    conditions: 'HTTP/2 (a front before the product), 150 ms, 1.6 Mbit/s down, 750 kbit/s up, CPU x 4',
    service_worker: null,
  };
}

type Report = ReturnType<typeof reportOf>;

const ratio = (one: number, other: number): number => Math.round((one / other) * 1_000) / 1_000;

/** The median of each round's own ratio: the two of one round had the same machine. */
function byTurns({ product, monolith }: Measured['openings'], read: (opening: ColdAndWarm) => number): number {
  return medianOf(product.flatMap((one, round) => (monolith[round] ? [ratio(read(one), read(monolith[round]))] : [])));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function medians(openings: readonly ColdAndWarm[]): ColdAndWarm {
  return {
    cold: medianOpening(openings.map(({ cold }) => cold)),
    warm: medianOpening(openings.map(({ warm }) => warm)),
  };
}

function medianOpening(openings: readonly Opening[]): Opening {
  const median = (read: (opening: Opening) => number): number => Math.round(medianOf(openings.map(read)));
  return {
    firstPaintMs: median(({ firstPaintMs }) => firstPaintMs),
    walletPaintedMs: median(({ walletPaintedMs }) => walletPaintedMs),
    bytes: median(({ bytes }) => bytes),
    requests: median(({ requests }) => requests),
  };
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** A line of the report; one that is over its budget is marked. */
function line(what: string, value: string, budget = '', within = true): string {
  return `${within ? '   ' : '!! '}${what.padEnd(56)}${value.padStart(12)}   ${budget}\n`;
}

const bytesLine = (what: string, bytes: number, most: number): string =>
  line(what, kilobytes(bytes), `<= ${most} KB`, bytes <= most * 1024);

const ratioLine = (what: string, value: number, most?: number): string =>
  most === undefined
    ? line(what, value.toFixed(2))
    : line(what, value.toFixed(2), `<= ${most.toFixed(2)}`, value <= most);

/** The report for a terminal, with the budgets alongside. */
export function tableOf({ bytes_br: bytes, round_trips: trips, ratio: ratios, ...report }: Report): string {
  const openings = (['cold', 'warm'] as const).flatMap((cache) =>
    (['product', 'monolith'] as const).map((side) => {
      const { firstPaintMs, walletPaintedMs, bytes: wire, requests } = report[side][cache];
      const times = `first paint ${firstPaintMs} ms, wallet painted ${walletPaintedMs} ms`;
      return `   ${`${side}, ${cache}`.padEnd(20)}${times}, ${kilobytes(wire)} in ${requests} requests\n`;
    }),
  );
  return [
    'Brotli bytes\n',
    bytesLine('shell, start scripts', bytes.shell, 147),
    line('shell, federation run-time, alongside the first feature', kilobytes(bytes.federation)),
    line('shell, start styles', kilobytes(bytes.shell_styles)),
    bytesLine('inline guard in the document, not packed', bytes.start_guard, 1),
    ...featureNames.map((feature) => bytesLine(`${feature}, entry`, bytes.entry[feature], 4)),
    ...featureNames.map((feature) =>
      bytesLine(`${feature}, first screen with entry and texts`, bytes.first_screen[feature], 25),
    ),
    line('the same screens as one application, start scripts', kilobytes(bytes.monolith)),
    ratioLine('shell with its federation run-time to one application', ratios.shell_to_monolith, 1.2),
    '\nRound trips to the wallet with its data, cold\n',
    line('product', String(trips.wallet), '2', trips.wallet <= 2),
    line('one application', String(trips.wallet_monolith)),
    `\nThe wallet of a logged-in member: ${report.conditions}; medians of ${report.rounds} rounds by turns\n`,
    ...openings,
    ratioLine('wallet painted, to one application', ratios.wallet_painted_to_monolith, 1.1),
    ratioLine('first paint, to one application', ratios.first_paint_to_monolith),
    ratioLine('wallet painted warm, to one application', ratios.warm_wallet_painted_to_monolith),
    'There is no service worker, so nothing is measured with one.\n',
  ].join('');
}
