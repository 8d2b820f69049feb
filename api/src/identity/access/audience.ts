import { apiBase } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import type { ActionGate, Audience } from '../../platform/http/audience.ts';
import { type Caller, type CallerParts, identifyMember } from '../../platform/http/caller.ts';
import { deviceCookie, memberCookie } from '../../platform/http/cookies.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';

export interface MemberAudienceParts extends CallerParts {
  readonly idempotentCalls: IdempotentCalls;
  readonly actions: ActionGate;
  readonly hosts: () => ReadonlySet<string>;
}

/** Members and visitors, on the public host. */
export const memberAudience = ({
  config,
  sessions,
  idempotentCalls,
  actions,
  hosts,
}: MemberAudienceParts): Audience<Caller> => ({
  kind: 'member',
  hosts,
  base: apiBase,
  cookie: memberCookie(config),
  deviceCookie: deviceCookie(config),
  identify: (call) => identifyMember(call, sessions),
  policies: {
    public: () => undefined,
    member: needSession,
    activeMember(caller) {
      needSession(caller);
      if (caller.member?.suspended) throw new AppError('member.suspended');
      if (caller.member?.termsDue) throw new AppError('terms.acceptance_required');
    },
  },
  idOf: ({ member }) => member?.id,
  actions,
  idempotentCalls,
});

function needSession({ member }: Caller): void {
  if (!member) throw new AppError('auth.session_required');
}
