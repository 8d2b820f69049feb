import { invitationPattern, normalizeInvitation } from '@trellis/api-contract';
import { type CallError, failureOf } from '@trellis/shell-sdk';
import { accessApi } from './accessApi.ts';

export interface Inviter {
  readonly name: string | undefined;
  /** The server knows no such invitation, or it cannot be one. */
  readonly isUnknown: boolean;
  /** Nothing is known, because the server could not be asked. */
  readonly error: CallError | undefined;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/** Whose invitation a code is, as soon as it has the form of one. */
export function useInviter(typed: string): Inviter {
  const code = normalizeInvitation(typed.trim());
  const isCode = invitationPattern.test(code);
  const { currentData, error, isFetching, refetch } = accessApi.useGetInvitationQuery({ code }, { skip: !isCode });
  const failure = isFetching || error === undefined ? undefined : failureOf(error);
  const refused = failure?.kind === 'problem' && failure.problem.code === 'member.invitation_unknown';
  return {
    name: currentData?.inviter,
    isUnknown: !isCode || refused,
    error: failure === undefined || refused ? undefined : error,
    isLoading: isCode && isFetching,
    retry: () => void refetch(),
  };
}
