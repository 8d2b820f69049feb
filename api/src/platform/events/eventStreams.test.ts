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
function streamsOf(report: (pages: readonly OpenPage<number>[]) => Promise<void>) {
  const reads: number[][] = [];
  const opening = new Set<number>();
  streams = new EventStreams<number>({
    name: 'numbers',
    nameOf: (page) => String(page),
    addressOf: ({ ip }) => ip,
    log,
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
  for (const page of pages) await open(page);
  reads.length = 0;
  await until(() => reads.flat().length >= 5_000);
  for (const look of reads) expect(look.length).toBeLessThanOrEqual(1_000);
  const byPage = Map.groupBy(reads.flat().slice(0, 5_000), (page) => page);
  expect(byPage.size).toBe(2_500);
  // A look that was under way when the last of them opened began a round of its own.
  for (const times of byPage.values()) expect(times.length).toBeLessThanOrEqual(3);
});

test('one network cannot hold streams without end, whatever names its pages have, and shuts nobody else out', async () => {
  const { open } = streamsOf(async () => undefined);
  for (let page = 0; page < 50_000; page += 50) await open(page);
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
  fails = true;
  await until(() => heard.length > 0);
  expect(heard[0]).toMatchObject({ level: 'warn', text: 'numbers not read', facts: { error: '57014' } });
  const before = reads.length;
  await until(() => reads.length > before);
});
