import { expect, test } from '@jest/globals';
import { money } from '@trellis/api-contract';
import type { StatementContent } from './statementPdf.ts';
import { statementPdf } from './statementPdf.ts';
import { StatementPdfs } from './statementPdfs.ts';

/** A month of so many transfers. */
const monthOf = (rows: number): StatementContent => ({
  productName: 'Trellis',
  username: 'hana',
  timeZone: 'Asia/Tokyo',
  month: '2026-03',
  running: false,
  madeAt: new Date('2026-04-01T00:00:00Z'),
  accounts: [
    {
      line: {
        unit: 'USD',
        state: 'available',
        opening: money(0n, 'USD'),
        incoming: money(BigInt(rows) * 1_000_000n, 'USD'),
        outgoing: money(0n, 'USD'),
        closing: money(BigInt(rows) * 1_000_000n, 'USD'),
        postings: rows,
      },
      movements: Array.from({ length: rows }, (_, row) => ({
        at: new Date(Date.UTC(2026, 2, 1, 0, row)),
        kind: 'transfer',
        memo: {},
        amount: money(1_000_000n, 'USD'),
        balanceAfter: money(BigInt(row + 1) * 1_000_000n, 'USD'),
        about: 'demo',
      })),
    },
  ],
});
const head = (pdf: Uint8Array) => Buffer.from(pdf.subarray(0, 5)).toString();

/** Of this thread alone. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('a long month is drawn as it would be here, by another thread', async () => {
  const pdfs = new StatementPdfs();
  const month = monthOf(1_000);
  const drawn: Uint8Array[] = [];
  // What is loaded and opened once is not counted.
  await Promise.all([statementPdf(monthOf(1), 'en'), pdfs.make('1', 'en', async () => monthOf(1))]);
  const ownMs = await processorMs(async () => {
    drawn.push(await statementPdf(month, 'en'));
  });
  // Of three: this thread may have to clear up after the tests before.
  let leftMs = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times += 1)
    leftMs = Math.min(
      leftMs,
      await processorMs(async () => {
        drawn.push(await pdfs.make('1', 'en', async () => month));
      }),
    );
  const [here, there] = drawn;
  expect(there?.length).toBe(here?.length);
  expect(leftMs).toBeLessThan(ownMs / 5);
});

test('so many wait for it, and so many of one member; the next is informed that it is busy, before anything is read', async () => {
  const pdfs = new StatementPdfs();
  const { promise: go, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  const ask = (memberId: number) =>
    pdfs.make(String(memberId), 'ko', async () => {
      reads += 1;
      await go;
      return monthOf(3);
    });
  const first = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(ask);
  for (const memberId of [1, 12])
    await expect(ask(memberId)).rejects.toMatchObject({ code: 'server.busy', headers: { 'retry-after': '10' } });
  expect(reads).toBe(12);
  resolve();
  expect((await Promise.all(first)).map(head)).toEqual(first.map(() => '%PDF-'));
  expect(head(await ask(12))).toBe('%PDF-');
});

test('what cannot be drawn is one failure, and the next is drawn', async () => {
  const pdfs = new StatementPdfs();
  const faulty = { ...monthOf(1), madeAt: new Date(Number.NaN) };
  const answers = await Promise.allSettled([
    pdfs.make('1', 'en', async () => faulty),
    pdfs.make('2', 'en', async () => monthOf(1)),
    pdfs.make('3', 'en', () => Promise.reject(new Error('not read'))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(head(await pdfs.make('1', 'en', async () => monthOf(1)))).toBe('%PDF-');
});
