import { ExplainedError } from '../../ground/explainedError.ts';
import type { Log } from '../../ground/log.ts';
import { type Job, ReportedFailure } from '../jobs/job.ts';
import { lastUrgent, type MailPriority } from './mailKinds.ts';
import type { DeadLetter, Outbox, OutboxMail } from './outbox.ts';
import { writeMail } from './templates.ts';
import { MailRefused, type MailTransport } from './transport.ts';

export interface MailJobParts {
  readonly outbox: Outbox;
  readonly transport: MailTransport;
  readonly productName: string;
  readonly publicOrigin: string;
  readonly log: Log;
}

/** So many mails are on their way at once; what is urgent has one more connection to itself. */
const atOnce = 3;
export const mailConnections = atOnce + 1;
/** So many at most for each of these in one run. */
const mailsInRow = 50;
/** Codes are waited for: a server that comes back is noticed soon. */
const retryAtMostMs = 15_000;
const lateMs = 10 * 60_000;
const lookMs = 60_000;

/**
 * Sends what is due, the most urgent first, and by a job of its own what is urgent, so that no other mail is before a code,
 * however many wait and however slow the server is. A server that is away makes the job fail and rest; a mail that it
 * refuses holds up no other.
 */
export function mailJobs(parts: MailJobParts): Job[] {
  return [mailJob(parts), urgentMailJob(parts)];
}

/** Every mail. It is well again only with a mail that left, and says so when mails wait for too long. */
export function mailJob(parts: MailJobParts): Job {
  const { outbox, log } = parts;
  const sender = new Sender(parts);
  let lookAtMs = Number.NEGATIVE_INFINITY;
  let isAlarming = false;
  const alarm = async (): Promise<void> => {
    const { late, oldestAt, error } = await outbox.backlog(lateMs);
    if (late > 0 && !isAlarming)
      log.error({ alarm: 'mails wait', late, oldestAt, error }, 'mails have waited for long');
    if (late === 0 && isAlarming) log.info({ mails: 'on time' }, 'no mail waits for long any more');
    isAlarming = late > 0;
  };
  return {
    name: 'mail',
    pauseMs: 500,
    retryAtMostMs,
    async run(stopping) {
      const isTime = performance.now() >= lookAtMs;
      if (isTime) {
        lookAtMs = performance.now() + lookMs;
        await alarm();
      }
      if (await sender.sendDue(atOnce, stopping)) return true;
      const putOff = await outbox.putOffBy();
      // So that it is seen to fail for as long as it does; in between nothing is known.
      if (putOff !== undefined && isTime) throw new ReportedFailure(putOff);
      return putOff !== undefined || sender.isAway ? undefined : false;
    },
  };
}

/** Codes, and what is about the safety of an account. */
function urgentMailJob(parts: MailJobParts): Job {
  const sender = new Sender(parts, lastUrgent);
  return {
    name: 'urgent mail',
    pauseMs: 500,
    retryAtMostMs,
    run: async (stopping) => (await sender.sendDue(1, stopping)) || (sender.isAway ? undefined : false),
  };
}

class Sender {
  readonly #parts: MailJobParts;
  readonly #upTo: MailPriority;
  #isAway = false;

  constructor(parts: MailJobParts, upTo: MailPriority = 2) {
    this.#parts = parts;
    this.#upTo = upTo;
  }

  /** Whether the server was away when it was last asked. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /**
   * @param lanes how many mails are on their way at once
   * @returns whether there was anything to send
   * @throws what says that the server is away; what is on its way then is waited for
   */
  async sendDue(lanes: number, stopping: AbortSignal): Promise<boolean> {
    let failure: { readonly error: unknown } | undefined;
    let sent = 0;
    const lane = async (): Promise<void> => {
      for (let count = 0; count < mailsInRow && !failure && !stopping.aborted; count += 1) {
        try {
          if (!(await this.#sendNext())) return;
          sent += 1;
        } catch (error) {
          failure ??= { error };
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (failure) throw failure.error;
    return sent > 0;
  }

  async #sendNext(): Promise<boolean> {
    const { outbox, log } = this.#parts;
    const deadLetter = (dead: DeadLetter): void =>
      log.error({ alarm: 'mail put aside', ...dead }, 'a mail is not tried any more');
    try {
      return await outbox.sendNext((mail) => this.#send(mail), deadLetter, this.#upTo);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ error: error.code }, 'a mail was refused');
      return true;
    }
  }

  async #send({ recipient, template, language, params }: OutboxMail): Promise<void> {
    const { transport, productName, publicOrigin, outbox, log } = this.#parts;
    try {
      await transport.send(recipient, writeMail(template, language, { productName, publicOrigin, params }));
    } catch (error) {
      if (error instanceof ExplainedError && !this.#isAway) log.error({ alarm: 'mail server' }, error.message);
      // Who refuses a mail is there.
      this.#isAway = !(error instanceof MailRefused);
      throw error;
    }
    if (!this.#isAway) return;
    this.#isAway = false;
    await outbox.sendPutOffNow();
  }
}
