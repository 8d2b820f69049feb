import type { PushKey } from '../../governance/notifications/push/pushKeys.ts';
import { isPublicKey, isPushService } from '../../governance/notifications/push/pushServices.ts';
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
  /** In one form, so that one browser is one address. */
  const checked = <Given extends { readonly endpoint: string; readonly p256dh: string }>(given: Given): Given => {
    const { origin, pathname, search } = new URL(given.endpoint);
    const address = origin + pathname + search;
    if (!isPushService(given.endpoint, !config.production) || !isPublicKey(given.p256dh))
      throw new AppError('push.unavailable');
    return { ...given, endpoint: address };
  };
  const current = pushKeys[0]?.publicKey ?? '';
  return [
    endpoint('member', 'getPush', {
      limit: reads,
      handle: async (_input, caller) => ({
        body: { key: current, ...(await pushSubscriptions.read(browserOf(caller))) },
      }),
    }),
    endpoint('member', 'setPush', {
      recorded: true,
      limit: changes,
      transaction: 'call',
      async handle(input, caller) {
        // With no other: what is sent by one of before would have to move at once.
        if (input.key !== current) throw new AppError('push.unavailable');
        await pushSubscriptions.set(browserOf(caller), checked(input));
        return { body: {} };
      },
    }),
    endpoint('member', 'confirmPush', {
      limit: reads,
      transaction: 'call',
      async handle(input, caller) {
        const wanted = await pushSubscriptions.confirm(browserOf(caller), checked(input));
        return { body: { wanted, key: current } };
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
