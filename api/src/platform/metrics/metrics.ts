import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One value, and what it is of. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is asked for when somebody looks, and not before. */
export interface Measure {
  /** In the words of Prometheus, without the product's own `trellis_` before it: its unit stands at the end. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  read(): Promise<readonly Sample[]>;
}

/** How often, with what outcome and how quickly each endpoint is answered, as one histogram has all three. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * What this process counts, and what it asks its database when somebody looks: for Prometheus, at an address of its own that
 * only those who watch can reach. Nothing of it is about a member.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Histogram<'audience' | 'call' | 'status'>;
  readonly #batches: Histogram;
  readonly #postings: Histogram;
  readonly #unread: Gauge<'measure'>;
  readonly #asks: (() => Promise<void>)[] = [];
  #looking: Promise<string> | undefined;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#calls = new Histogram({
      name: 'trellis_call_seconds',
      help: 'Calls of the API by endpoint and HTTP status, from the first byte to the answer',
      labelNames: ['audience', 'call', 'status'],
      buckets: callBuckets,
      registers,
    });
    this.#batches = new Histogram({
      name: 'trellis_posting_batch_journals',
      help: 'Journals that went to the database in one call',
      buckets: batchBuckets,
      registers,
    });
    this.#postings = new Histogram({
      name: 'trellis_posting_seconds',
      help: 'How long the database took for one such call',
      buckets: callBuckets,
      registers,
    });
    this.#unread = new Gauge({
      name: 'trellis_measure_unread',
      help: '1 for what could not be asked at this look',
      labelNames: ['measure'],
      registers,
    });
  }

  called(audience: string, call: string, status: number, milliseconds: number): void {
    this.#calls.observe({ audience, call, status }, milliseconds / 1_000);
  }

  posted(journals: number, milliseconds: number): void {
    this.#batches.observe(journals);
    this.#postings.observe(milliseconds / 1_000);
  }

  /** Adds what is asked at each look. What cannot be asked is left out and said: the rest is there all the same. */
  measure({ name, help, labels = [], read }: Measure): void {
    const gauge = new Gauge({ name: `trellis_${name}`, help, labelNames: [...labels], registers: [this.#registry] });
    this.#asks.push(async () => {
      const samples = await read().catch(() => undefined);
      this.#unread.set({ measure: name }, samples ? 0 : 1);
      gauge.reset();
      // Without labels it would stand there as 0.
      if (labels.length === 0) gauge.remove();
      for (const { labels: of = {}, value } of samples ?? []) gauge.set(of, value);
    });
  }

  /** Everything as text. Many who look at once are one look. */
  async text(): Promise<string> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<string> {
    await Promise.all(this.#asks.map((ask) => ask()));
    return this.#registry.metrics();
  }

  /** A server that answers `/metrics`, and nothing else. */
  serve(): Server {
    return createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.text().then(
        (text) => response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }
}
