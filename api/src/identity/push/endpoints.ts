import type { PushKey } from '../../governance/notifications/push/pushKeys.ts';
import { isPushService } from '../../governance/notifications/push/pushServices.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberCaller } from '../../platform/http/caller.ts';
import { endpoint, type MemberEndpoints, type RateLimit, reads } from '../../platform/http/endpoint.ts';
import type { PushDevice, PushSubscriptions } from './pushSubscriptions.ts';

export interface PushEndpointParts {
  readonly pushSubscriptions: PushSubscriptions;
  /** Newest first. */
  readonly pushKeys: readonly PushKey[];
  readonly config: { readonly production: boolean };
}

const changes: RateLimit = { points: 60, seconds: 600 };

/** Which of a member's browsers show their notices although the product is closed. */
export function pushEndpoints({ pushSubscriptions, pushKeys, config }: PushEndpointParts): MemberEndpoints {
  const check = ({ endpoint: address, key }: { readonly endpoint: string; readonly key: string }) => {
    if (isPushService(address, !config.production) && pushKeys.some(({ publicKey }) => publicKey === key)) return;
    throw new AppError('push.unavailable');
  };
  return [
    endpoint('member', 'getPush', {
      limit: reads,
      handle: async (_input, caller) => ({
        body: { key: pushKeys[0]?.publicKey ?? '', ...(await pushSubscriptions.read(browserOf(caller))) },
      }),
    }),
    endpoint('member', 'setPush', {
      recorded: true,
      limit: changes,
      transaction: 'call',
      async handle(input, caller) {
        check(input);
        await pushSubscriptions.set(browserOf(caller), input);
        return { body: {} };
      },
    }),
    endpoint('member', 'confirmPush', {
      limit: reads,
      transaction: 'none',
      async handle(input, caller) {
        check(input);
        return { body: { wanted: await pushSubscriptions.confirm(browserOf(caller), input) } };
      },
    }),
    endpoint('member', 'endPush', {
      recorded: true,
      limit: changes,
      transaction: 'none',
      async handle({ which }, caller) {
        await pushSubscriptions.end(browserOf(caller), which);
        return { body: {} };
      },
    }),
  ];
}

/** @throws AppError where the browser does not keep the cookie that says which it is */
function browserOf({ member, token, device }: MemberCaller): PushDevice {
  if (token === undefined || device === undefined) throw new AppError('push.unavailable');
  return { memberId: member.id, session: token, device };
}
