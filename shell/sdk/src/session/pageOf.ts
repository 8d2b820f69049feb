import type { Dispatch } from '@reduxjs/toolkit';
import { type Problem, pageOfHeader } from '@trellis/api-contract';
import { nameOf, type SessionState, sessionEnded, sessionLocked, sessionTaken } from './session.ts';

/** Headers that say whose page asks; none where nobody is logged in. */
export const pageOf = ({ user }: SessionState): Readonly<Record<string, string>> =>
  user ? { [pageOfHeader]: encodeURIComponent(nameOf(user)) } : {};

/** Notifies the store what a refusal says of the session: that there is none, or that it is somebody else's. */
export function noteRefusal({ code, params }: Pick<Problem, 'code' | 'params'>, dispatch: Dispatch): void {
  if (code === 'auth.session_required') dispatch(sessionEnded());
  if (code === 'auth.session_locked') dispatch(sessionLocked());
  if (code === 'auth.other_session') dispatch(sessionTaken(String(params?.user ?? '')));
}
