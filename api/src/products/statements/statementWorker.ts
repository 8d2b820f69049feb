import { parentPort } from 'node:worker_threads';
import type { Language } from '@trellis/api-contract';
import { type StatementContent, statementPdf } from './statementPdf.ts';

/** What is asked of the thread. */
export interface StatementJob {
  readonly id: number;
  readonly content: StatementContent;
  readonly language: Language;
}
/** What it answers: the file, or why there is none. */
export type StatementDone =
  | { readonly id: number; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: string };

/** The thread that draws statements, one after the other: it is the processor's work for seconds. */
if (!parentPort) throw new Error('statements are drawn in a thread of their own');
const port = parentPort;
let before = Promise.resolve();
port.on('message', (job: StatementJob) => {
  before = before.then(() => draw(job));
});

async function draw({ id, content, language }: StatementJob): Promise<void> {
  try {
    const pdf = new Uint8Array(await statementPdf(content, language));
    port.postMessage({ id, pdf } satisfies StatementDone, [pdf.buffer]);
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
    port.postMessage({ id, fault } satisfies StatementDone);
  }
}
