import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** How often each recipient was sent a mail so far. */
  readonly mails: ReadonlyMap<string, number>;
  /** Calls it as each mail arrives. */
  onMail(heard: (recipient: string) => void): void;
  stop(): Promise<void>;
}

/**
 * A mail server on a thread of its own that takes every mail and keeps none.
 * @param answerMs how long it waits before it takes a mail, as one that is far away does
 */
export async function startMailSink({ answerMs = 0 } = {}): Promise<MailSink> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { answerMs } });
  const [port] = (await once(worker, 'message')) as [number];
  const mails = new Map<string, number>();
  const hearers: ((recipient: string) => void)[] = [];
  worker.on('message', (recipients: readonly string[]) => {
    for (const recipient of recipients) {
      mails.set(recipient, (mails.get(recipient) ?? 0) + 1);
      for (const heard of hearers) heard(recipient);
    }
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onMail: (heard) => void hearers.push(heard),
    stop: async () => void (await worker.terminate()),
  };
}

if (!isMainThread && workerData?.answerMs !== undefined) {
  const answerMs = Number(workerData.answerMs);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.once('end', async () => {
        if (answerMs > 0) await delay(answerMs);
        parentPort?.postMessage(envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.server.address();
    parentPort?.postMessage(address && typeof address === 'object' ? address.port : 0);
  });
}
