import { z } from 'zod';
import { assertion, options } from '../passkeys/schemas.ts';
import { lockMinutes } from './lockMinutes.ts';

export const appLockSchemas = {
  startUnlock: {
    summary: 'Begin to unlock this browser, or to set its app lock, with one of my passkeys',
    body: z.strictObject({}),
    response: z.strictObject({ options }),
  },
  unlock: {
    summary: 'Unlock this browser with one of my passkeys',
    body: z.strictObject({ assertion }),
    response: z.strictObject({}),
  },
  lockSession: {
    summary: 'Lock this browser now, where its app lock is on',
    body: z.strictObject({}),
    response: z.strictObject({}),
  },
  setAppLock: {
    summary: 'Turn the app lock of this browser on or off',
    body: z.strictObject({
      /** How long somebody may be away before a passkey is asked for; `null`: it is off. */
      minutes: z.literal(lockMinutes).nullable(),
      assertion,
    }),
    response: z.strictObject({}),
  },
};
