import { setTimeout as delay } from 'node:timers/promises';
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Middleware } from 'koa';
import type { Log } from '../../ground/log.ts';

export interface TracingOptions {
  /** Where an OpenTelemetry collector takes traces by HTTP: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** Of all traces, by their ids: the same ones in every process, whatever a browser says of them. */
  readonly share: number;
}

/** What a request turned out to be, once it is answered. */
interface Answered {
  readonly requestId?: string;
  readonly call?: { readonly audience: string; readonly name: string } | undefined;
}

const propagator = new W3CTraceContextPropagator();
const headersOf = { get: (carrier: unknown, key: string) => (carrier as Record<string, string>)[key], keys: () => [] };

/**
 * Traces of requests, from the browser's `traceparent` to each statement, for a collector of OpenTelemetry. Names of endpoints
 * and statements without their values: nothing of a member is among it.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ url, share }: TracingOptions, log: Log) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const exporter = new OTLPTraceExporter({ url });
    const send = exporter.export.bind(exporter);
    let isAway = false;
    exporter.export = (spans, done) =>
      send(spans, (result) => {
        // Once, until it works again: a collector is away for long.
        if (result.code !== 0 && !isAway)
          log.warn({ collector: new URL(url).host }, 'the collector of traces does not answer');
        isAway = result.code !== 0;
        done(result);
      });
    this.#provider = new TracerProvider({
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    // For what is deep inside, and knows nothing of who traces.
    trace.setGlobalTracerProvider(this.#provider);
    this.#tracer = this.#provider.getTracer('trellis');
  }

  /** A span for each request, named by its endpoint once that is known. */
  readonly middleware: Middleware<Answered> = (koa, next) => {
    const parent = propagator.extract(context.active(), koa.headers, headersOf);
    return this.#tracer.startActiveSpan(koa.method, { kind: SpanKind.SERVER }, parent, async (span) => {
      try {
        await next();
      } finally {
        const { requestId = '', call } = koa.state;
        const kind = koa.path.startsWith('/assets/') ? 'asset' : 'page';
        span.updateName(call ? `${call.audience} ${call.name}` : `${koa.method} ${kind}`);
        span.setAttributes({
          'http.request.method': koa.method,
          'http.response.status_code': koa.status,
          'trellis.request_id': requestId,
        });
        if (koa.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    });
  };

  /** A statement that has run, in the request that it ran for; those of jobs, and of what a request left running, belong to none. */
  readonly statement = (sql: string, milliseconds: number): void => {
    if (!trace.getActiveSpan()?.isRecording()) return;
    const text = withoutValues(sql);
    const [name = ''] = /^\w+/.exec(text) ?? [];
    this.#tracer
      .startSpan(name, {
        kind: SpanKind.CLIENT,
        startTime: Date.now() - milliseconds,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      })
      .end();
  };

  /** Of what runs now, for its line in the log. */
  get traceId(): string | undefined {
    return trace.getActiveSpan()?.spanContext().traceId;
  }

  /** Sends what there is. */
  flush(): Promise<void> {
    return this.#provider.forceFlush();
  }

  /** Sends what is left, if that is soon done: no end of a process waits for those who watch it. */
  async close(): Promise<void> {
    await Promise.race([
      this.#provider.shutdown().catch(() => undefined),
      delay(longestEndMs, undefined, { ref: false }),
    ]);
  }
}

const mostOfStatement = 2_000;
const longestEndMs = 2_000;

/** @param sql with what Sequelize writes before it, and what it writes into conditions */
const withoutValues = (sql: string): string =>
  sql
    .replace(/^Execut(?:ed|ing) \([^)]*\): /, '')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![$\w])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, mostOfStatement);
