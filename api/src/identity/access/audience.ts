import { apiBase } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type ActionGuard, type Audience, callerAdmission } from '../../platform/http/audience.ts';
import type { Caller, LiveMembers } from '../../platform/http/caller.ts';
import { deviceCookie, memberCookie } from '../../platform/http/cookies.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import type { Hosts } from '../../platform/http/origin.ts';
import { presentMember } from '../members/sessions.ts';
import type { Devices } from '../security/devices/devices.ts';

export interface MemberAudienceParts {
  readonly config: Config;
  readonly sessions: Pick<LiveMembers, 'find'>;
  readonly devices: Pick<Devices, 'lastMember'>;
  readonly idempotentCalls: IdempotentCalls;
  readonly actions: ActionGuard;
  readonly hosts: () => Hosts;
}

/** Members and visitors, on the public host. */
export const memberAudience = ({
  config,
  sessions,
  devices,
  idempotentCalls,
  actions,
  hosts,
}: MemberAudienceParts): Audience<Caller> => ({
  kind: 'member',
  hosts,
  base: apiBase,
  cookie: memberCookie(config),
  deviceCookie: deviceCookie(config),
  lastIn: (device) => devices.lastMember(device),
  async identify(call) {
    const live = call.token === undefined ? undefined : await sessions.find(call.token, call.background);
    // So nothing that needs a member can forget to look.
    return live?.locked ? { ...call, member: undefined, locked: live } : { ...call, member: live };
  },
  policies: {
    public: () => undefined,
    anyLock({ member, locked }) {
      if (!member && !locked) throw new AppError('auth.session_required');
    },
    member: needSession,
    activeMember(caller) {
      needSession(caller);
      if (caller.member?.suspended) throw new AppError('member.suspended');
      if (caller.member?.termsDue) throw new AppError('terms.acceptance_required');
    },
  },
  admission: callerAdmission(config),
  idOf: ({ member }) => member?.id,
  userOf: ({ member }) => (member ? presentMember(member) : null),
  nameOf: ({ member }) => member?.username,
  languageOf: ({ member, locked }) => (member ?? locked)?.language,
  isLocked: ({ locked }) => locked !== undefined,
  actions,
  idempotentCalls,
});

function needSession({ member, locked }: Caller): void {
  if (locked) throw new AppError('auth.session_locked');
  if (!member) throw new AppError('auth.session_required');
}
