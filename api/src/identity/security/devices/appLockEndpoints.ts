import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import type { Sessions } from '../../members/sessions.ts';
import { setAppLock } from '../passkeys/appLocks.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';

export interface AppLockEndpointParts {
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly database: Database;
}

/**
 * A browser's app lock. While it is locked its session is nobody's: `identify` sees to that, and only what is here opens it. It goes
 * by the browser's cookie, and so is on in its later log-ins, too; it ends with the member's last passkey.
 */
export function appLockEndpoints({ sessions, passkeys, database }: AppLockEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'startUnlock', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      handle: async (_input, caller) => ({ body: { options: await passkeys.startUnlock(ownerOf(caller)) } }),
    }),
    endpoint('member', 'unlock', {
      // Not recorded: somebody does it twenty times a day, and the key notes its use.
      limit: { points: 60, seconds: 60 },
      transaction: 'call',
      prepare: ({ assertion }, caller) => passkeys.unlock(ownerOf(caller), assertion),
      async handle(_input, caller, use) {
        await use();
        if (caller.token !== undefined) await sessions.unlock(caller.token);
        return { body: {} };
      },
    }),
    endpoint('member', 'lockSession', {
      limit: { points: 600, seconds: 600 },
      transaction: 'none',
      async handle(_input, { token }) {
        if (token === undefined || !(await sessions.lock(token)))
          throw new AppError('server.busy', { params: { seconds: 1 } });
        return { body: {} };
      },
    }),
    endpoint('member', 'setAppLock', {
      recorded: true,
      limit: { points: 60, seconds: 600 },
      transaction: 'call',
      prepare: ({ assertion }, { member }) => passkeys.unlock(member.id, assertion),
      async handle({ minutes }, { member, token, device }, use) {
        await use();
        if (token !== undefined) await sessions.setLock(token, minutes);
        if (device !== undefined) await setAppLock(database, member.id, device, minutes);
        return { body: {} };
      },
    }),
  ];
}

/** Whose browser it is, locked or not. @throws AppError auth.session_required */
function ownerOf({ member, locked }: Caller): string {
  const owner = member ?? locked;
  if (!owner) throw new AppError('auth.session_required');
  return owner.id;
}
