import type { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { Context } from 'koa';
import { heardLog } from '../../testing/heardLog.ts';
import { EventStreams, type OpenPage } from './eventStreams.ts';

interface Opened {
  readonly stream: PassThrough;
  /** What it was sent, with heartbeats. */
  readonly sent: () => string;
}

const { log, heard } = heardLog();
let streams: EventStreams<number> | undefined;
afterEach(() => streams?.close());

/** Streams whose looks are written down, all but those of pages that open. */
function streamsOf(
  report: (pages: readonly OpenPage<number>[]) => Promise<void>,
  news?: () => Promise<ReadonlySet<string> | 'all'>,
) {
  const reads: number[][] = [];
  const opening = new Set<number>();
  streams = new EventStreams<number>({
    name: 'numbers',
    nameOf: (page) => String(page),
    addressOf: ({ ip }) => ip,
    log,
    ...(news && { news }),
    report: async (pages) => {
      if (!pages.every(({ who }) => opening.has(who))) reads.push(pages.map(({ who }) => who));
      await report(pages);
    },
  });
  const open = async (page: number): Promise<Opened> => {
    const context = { set: () => undefined, ip: `10.0.${page % 50}.1` } as unknown as Context;
    opening.add(page);
    await streams?.open(context, page);
    opening.delete(page);
    const stream = context.body as PassThrough;
    let text = '';
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
    return { stream, sent: () => text };
  };
  return { reads, open };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(20);
};

test('of many pages some are looked at after the others, and each once a round', async () => {
  const { reads, open } = streamsOf(async () => undefined);
  const pages = Array.from({ length: 2_500 }, (_, page) => page);
  await Promise.all(pages.map(open));
  reads.length = 0;
  await until(() => reads.flat().length >= 5_000);
  for (const look of reads) expect(look.length).toBeLessThanOrEqual(1_000);
  const byPage = Map.groupBy(reads.flat().slice(0, 5_000), (page) => page);
  expect(byPage.size).toBe(2_500);
  // A look that was under way when the last of them opened began a round of its own.
  for (const times of byPage.values()) expect(times.length).toBeLessThanOrEqual(3);
});

test('pages with news are looked at at once, and of the others some each time', async () => {
  let news: ReadonlySet<string> | 'all' = new Set();
  const { reads, open } = streamsOf(
    async () => undefined,
    async () => news,
  );
  await Promise.all(Array.from({ length: 500 }, (_, page) => open(page)));
  reads.length = 0;
  await until(() => reads.length >= 5);
  expect(reads.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100]);
  expect(new Set(reads.flat()).size).toBe(500);
  news = new Set(['400', '499', 'nobody']);
  reads.length = 0;
  await until(() => reads.length >= 1);
  expect(reads[0]?.slice(0, 2)).toEqual([400, 499]);
  expect(reads[0]).toHaveLength(102);
  news = 'all';
  reads.length = 0;
  await until(() => reads.length >= 1);
  expect(reads[0]).toHaveLength(500);
});

test('what has news and could not be read comes with the next look', async () => {
  let fails = 0;
  let news: ReadonlySet<string> = new Set();
  const sent: number[] = [];
  const { open } = streamsOf(
    async (pages) => {
      if (fails > 0) {
        fails -= 1;
        throw new Error('away');
      }
      sent.push(...pages.map(({ who }) => who));
    },
    async () => {
      const now = news;
      news = new Set();
      return now;
    },
  );
  await Promise.all(Array.from({ length: 300 }, (_, page) => open(page)));
  sent.length = 0;
  fails = 1;
  news = new Set(['299']);
  await until(() => sent.length > 0);
  expect(fails).toBe(0);
  expect(sent).toContain(299);
});

test('pages that open at about the same time are looked at together', async () => {
  let reports = 0;
  const { open } = streamsOf(async () => {
    reports += 1;
    await delay(10);
  });
  await Promise.all(Array.from({ length: 400 }, (_, page) => open(page)));
  expect(reports).toBe(1);
});

test('one network cannot hold streams without end, whatever names its pages have, and shuts nobody else out', async () => {
  const { open } = streamsOf(async () => undefined);
  await Promise.all(Array.from({ length: 1_000 }, (_, page) => open(page * 50)));
  await expect(open(50_000)).rejects.toMatchObject({ code: 'auth.too_many_attempts' });
  expect((await open(1)).stream.destroyed).toBe(false);
});

test('a look that takes long is followed by a longer rest', async () => {
  const spans: { from: number; to: number }[] = [];
  const { open } = streamsOf(async () => {
    const from = performance.now();
    await delay(200);
    spans.push({ from, to: performance.now() });
  });
  await open(1);
  spans.length = 0;
  await until(() => spans.length === 2);
  const [first, second] = spans;
  expect(Number(second?.from) - Number(first?.to)).toBeGreaterThan(9 * 190);
});

test('a page is sent what is another than before, as JSON or as its text', async () => {
  let round = 0;
  const { reads, open } = streamsOf(async (pages) => {
    for (const page of pages) {
      page.send({ mark: round < 3 ? 'a' : 'b' }, 'mark');
      page.send(round < 3 ? '{"mark": "a"}' : '{"mark": "b"}', 'text');
    }
  });
  const { sent, stream } = await open(1);
  await until(() => reads.length >= 2);
  round = 3;
  await until(() => reads.length >= 4);
  stream.destroy();
  expect(sent()).toBe(
    ['a', 'b']
      .map((mark) => `event: mark\ndata: {"mark":"${mark}"}\n\nevent: text\ndata: {"mark":"${mark}"}\n\n`)
      .join(''),
  );
});

test('a look that fails is in the log with its code, and the next one asks again', async () => {
  let fails = false;
  const { reads, open } = streamsOf(async () => {
    if (fails) throw Object.assign(new Error('canceling statement'), { code: '57014' });
  });
  await open(1);
  heard.length = 0;
  fails = true;
  await until(() => heard.length > 0);
  expect(heard[0]).toMatchObject({ level: 'warn', text: 'numbers not read', facts: { error: '57014' } });
  const before = reads.length;
  await until(() => reads.length > before);
});
