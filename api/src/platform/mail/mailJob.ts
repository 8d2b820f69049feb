import { setTimeout as delay } from 'node:timers/promises';
import { ExplainedError } from '../../ground/explainedError.ts';
import type { Log } from '../../ground/log.ts';
import { failureCode } from '../jobs/failureCode.ts';
import { type Job, ReportedFailure } from '../jobs/job.ts';
import { lastUrgent, type MailPriority } from './mailKinds.ts';
import type { ClaimedMail, MailTry, Outbox, OutboxMail } from './outbox.ts';
import { writeMail } from './templates.ts';
import { MailRefused, type MailTransport } from './transport.ts';

export interface MailJobParts {
  readonly outbox: Outbox;
  readonly transport: MailTransport;
  readonly productName: string;
  readonly publicOrigin: string;
  readonly log: Log;
}

/**
 * So many mails are on their way at once; what is urgent has more connections to itself. On two busy cores 3 sent 200 a
 * second, 8 sent 400, 16 more than 500, 32 sent 700 (`npm run bench:mail`); but some servers take no more than twenty
 * connections from one client.
 */
const atOnce = 16;
const urgentAtOnce = 2;
export const mailConnections = atOnce + urgentAtOnce;
/** A run takes no more mails after so long: between runs the job says how it is. */
const runMs = 30_000;
/** So soon it looks for mails again while none of those on their way ends. */
const pauseMs = 500;
/** Those that end within so long are noted, and as many claimed, by one statement. */
const gatherMs = 5;
/** Codes are waited for: a server that comes back is noticed soon. */
const retryAtMostMs = 15_000;
const lateMs = 10 * 60_000;
const lookMs = 60_000;

/**
 * Sends what is due, the most urgent first, and by a job of its own what is urgent, so that no other mail is before a code,
 * however many wait and however slow the server is. A server that is away makes the job fail and rest; a mail that it
 * refuses, or does not answer to, holds up no other.
 * @param lanes how many mails that are not urgent are on their way at once; two connections more are for what is
 */
export function mailJobs(parts: MailJobParts, lanes = atOnce): Job[] {
  return [mailJob(parts, lanes), urgentMailJob(parts)];
}

/** Every mail. It is well again only with a mail that left, and says so when mails wait for too long. */
export function mailJob(parts: MailJobParts, lanes = atOnce): Job {
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
    pauseMs,
    retryAtMostMs,
    async run(stopping) {
      const isTime = performance.now() >= lookAtMs;
      if (isTime) {
        lookAtMs = performance.now() + lookMs;
        await alarm();
      }
      if (await sender.sendDue(lanes, stopping)) return true;
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
    pauseMs,
    retryAtMostMs,
    run: async (stopping) => (await sender.sendDue(urgentAtOnce, stopping)) || (sender.isAway ? undefined : false),
  };
}

class Sender {
  readonly #parts: MailJobParts;
  readonly #upTo: MailPriority;
  #isAway = false;
  /** It took a mail after it had been away. */
  #isBack = false;
  /** When the server last took or refused a mail, by `performance.now()`. */
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  /** Tries that ended and are not noted yet: they stay, also over a failure of the database, until they are. */
  #ended: MailTry[] = [];

  constructor(parts: MailJobParts, upTo: MailPriority = 2) {
    this.#parts = parts;
    this.#upTo = upTo;
  }

  /** Whether the server was away when a mail was last handed to it. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /**
   * Sends until nothing is due. As many mails are claimed as there are free lanes, so none waits between claim and
   * server, and a slow one occupies its own lane alone. While the server is away one mail at a time tries it.
   * @param lanes how many mails are on their way at once
   * @returns whether there was anything to send
   * @throws what says that the server is away; what is on its way then is waited for, as when it stops
   */
  async sendDue(lanes: number, stopping: AbortSignal): Promise<boolean> {
    const endAtMs = performance.now() + runMs;
    const onWay = new Set<Promise<void>>();
    let failure: { readonly error: unknown } | undefined;
    let claimed = 0;
    const begin = (mail: ClaimedMail): void => {
      const handingOver = this.#try(mail).then((fault) => {
        onWay.delete(handingOver);
        failure ??= fault;
      });
      onWay.add(handingOver);
    };
    const freeLanes = (): number => {
      if (failure || stopping.aborted || performance.now() >= endAtMs) return 0;
      return (this.#isAway ? 1 : lanes) - onWay.size;
    };
    try {
      do {
        await this.#note();
        const free = freeLanes();
        const mails = free > 0 ? await this.#parts.outbox.claim(free, this.#upTo) : [];
        claimed += mails.length;
        mails.forEach(begin);
        await nextEnd(onWay);
      } while (onWay.size > 0 || this.#ended.length > 0);
    } finally {
      await Promise.all(onWay);
      await this.#note();
    }
    if (failure) throw failure.error;
    return claimed > 0;
  }

  /** @returns what says that the server is away */
  async #try(mail: ClaimedMail): Promise<{ readonly error: unknown } | undefined> {
    const ended = await this.#parts.outbox.attempt(mail, (each) => this.#send(each));
    this.#ended.push(ended);
    if (ended.outcome !== 'failed') return undefined;
    if (!(ended.error instanceof MailRefused)) return { error: ended.error };
    this.#parts.log.warn({ error: ended.error.code }, 'a mail was refused');
    return undefined;
  }

  async #send({ recipient, template, language, params }: OutboxMail): Promise<void> {
    const { transport, productName, publicOrigin, log } = this.#parts;
    const begunAtMs = performance.now();
    try {
      await transport.send(recipient, writeMail(template, language, { productName, publicOrigin, params }));
    } catch (error) {
      // A server that answered to others in the meantime is not away: it waits for this recipient.
      if (failureCode(error) === 'ETIMEDOUT' && this.#answeredAtMs > begunAtMs)
        throw new MailRefused('the mail server does not answer to this one', 'smtp.timeout', error);
      if (error instanceof ExplainedError && !this.#isAway) log.error({ alarm: 'mail server' }, error.message);
      // Who refuses a mail is there.
      this.#isAway = !(error instanceof MailRefused);
      if (!this.#isAway) this.#answeredAtMs = performance.now();
      throw error;
    }
    this.#answeredAtMs = performance.now();
    this.#isBack ||= this.#isAway;
    this.#isAway = false;
  }

  /** Notes all that ended, before other mails are claimed. */
  async #note(): Promise<void> {
    const { outbox, log } = this.#parts;
    if (this.#ended.length > 0) {
      const tries = [...this.#ended];
      const dead = await outbox.note(tries);
      this.#ended = this.#ended.slice(tries.length);
      for (const each of dead) log.error({ alarm: 'mail put aside', ...each }, 'a mail is not tried any more');
    }
    if (!this.#isBack) return;
    await outbox.sendPutOffNow();
    this.#isBack = false;
  }
}

/** Waits until one has ended, and a little for those that end soon after; not for long while all of them are slow. */
async function nextEnd(onWay: ReadonlySet<Promise<void>>): Promise<void> {
  if (onWay.size === 0) return;
  const looking = new AbortController();
  const look = delay(pauseMs, undefined, { signal: looking.signal }).catch(() => undefined);
  await Promise.race([...onWay, look]);
  looking.abort();
  if (onWay.size > 0) await delay(gatherMs);
}
