import type { Log } from '../../ground/log.ts';
import type { Job } from '../jobs/job.ts';
import type { Outbox } from './outbox.ts';
import { writeMail } from './templates.ts';
import { MailRefused, type MailTransport } from './transport.ts';

export interface MailJobParts {
  readonly outbox: Outbox;
  readonly transport: MailTransport;
  readonly productName: string;
  readonly publicOrigin: string;
  readonly log: Log;
}

/** Sends what is due. A server that is away makes the job fail and rest; a mail that it refuses holds up no other. */
export const mailJob = ({ outbox, transport, productName, publicOrigin, log }: MailJobParts): Job => ({
  name: 'mail',
  pauseMs: 500,
  async run() {
    try {
      return await outbox.sendNext(
        ({ recipient, template, language, params }) =>
          transport.send(recipient, writeMail(template, language, { productName, publicOrigin, params })),
        (dead) => log.error({ alarm: 'mail put aside', ...dead }, 'a mail is not tried any more'),
      );
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ error: error.code }, 'a mail was refused');
      return true;
    }
  },
});
