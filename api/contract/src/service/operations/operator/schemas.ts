import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { pageLimit, time } from '../../../schemas/fields.ts';
import { freshCode, reason } from '../../../schemas/operatorFields.ts';

const mailId = z.uuid({ error: 'field.format' satisfies ErrorCode });
const ofMail = z.strictObject({ id: mailId });

const deadMail = z.strictObject({
  id: mailId,
  /** Not whole: `h***@example.com`. */
  recipient: z.string(),
  template: z.string(),
  createdAt: time,
  deadAt: time,
  tries: z.int(),
  /** `expired`, or a code of the mail server or of the failure. */
  error: z.string(),
  /** What holds a code or a link is not kept, and cannot be sent again. */
  sendable: z.boolean(),
});

/** Background work, and the mails that it gave up. */
export const operationOperatorSchemas = {
  listJobs: {
    summary: 'How the background work is: what fails and since when, what waits, and how many dead letters there are',
    response: z.strictObject({
      jobs: z.array(
        z.strictObject({
          name: z.string(),
          /** silent: no process has run it for ten minutes longer than it should take. */
          state: z.enum(['running', 'failing', 'silent']),
          /** Of one that runs without a fault up to a minute ago. */
          lastDoneAt: time.nullable(),
          failingSince: time.nullable(),
          /** Failures in a row, over all processes. */
          failures: z.int(),
          lastFailedAt: time.nullable(),
          /** A code or the name of a class; stays after the next success. */
          lastError: z.string().nullable(),
          /** Of one that fails, or that runs by a schedule. */
          nextTryAt: time.nullable(),
        }),
      ),
      queues: z.array(
        z.strictObject({
          /** The job that works through it. */
          job: z.string(),
          /** Counted up to 10,000. */
          waiting: z.int(),
          oldestAt: time.nullable(),
        }),
      ),
      deadMails: z.int(),
    }),
  },
  listDeadMails: {
    summary: 'Mails that are not tried any more, the latest first',
    query: z.strictObject({ before: mailId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ mails: z.array(deadMail) }),
  },
  sendDeadMailAgain: {
    summary: 'Have a mail among the dead letters tried again',
    params: ofMail,
    body: z.strictObject({ reason }),
    response: z.strictObject({}),
  },
  dropDeadMail: {
    summary: 'Forget a mail among the dead letters',
    params: ofMail,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({}),
  },
};
