import { z } from 'zod';
import { noticeKinds } from '../../entries.ts';

/** Kinds of notices that a member chooses from; those of security are sent to every browser that has a subscription. */
const kinds = z
  .array(z.enum(noticeKinds).exclude(['security']))
  .max(noticeKinds.length)
  .refine((list) => new Set(list).size === list.length);

const base64url = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`));

/** A browser's subscription with its push service. */
const subscription = {
  endpoint: z.url({ protocol: /^https?$/ }).max(2_048),
  p256dh: base64url(87),
  auth: base64url(22),
  /** Our key that it was made with. */
  key: base64url(87),
};

const settings = {
  kinds,
  /** Whether amounts and names stand in it, too: on a locked screen everybody reads them. */
  inFull: z.boolean(),
};

export const pushSchemas = {
  getPush: {
    summary: 'What this browser shows of my notices while the product is closed',
    response: z.strictObject({
      /** Browsers subscribe with it. */
      key: base64url(87),
      /** `null`: nothing. */
      device: z.strictObject(settings).nullable(),
      /** How many other browsers of mine show some. */
      others: z.int().min(0),
    }),
  },
  setPush: {
    summary: 'Show my notices in this browser while the product is closed',
    body: z.strictObject({ ...subscription, ...settings }),
    response: z.strictObject({}),
  },
  confirmPush: {
    summary: 'Say that this browser has its subscription still',
    body: z.strictObject(subscription),
    response: z.strictObject({
      /** Whether it shows notices of mine; else it gives the subscription up. */
      wanted: z.boolean(),
      /** Our key of now: one that was made with another is made again. */
      key: base64url(87),
    }),
  },
  endPush: {
    summary: 'Show no more notices in this browser, or in all others of mine',
    body: z.strictObject({ which: z.enum(['this', 'others']) }),
    response: z.strictObject({}),
  },
};
