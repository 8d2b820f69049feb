import type { AudienceName } from '@trellis/api-contract';
import { useSelector } from 'react-redux';
import { type SessionState, selectSession } from './session.ts';

/** Who is logged in. A page is of one audience, which the caller names. */
const useSessionOf = <A extends AudienceName>(): SessionState<A> => useSelector(selectSession) as SessionState<A>;

/** On members' pages: `member` is `null` for a visitor. */
export function useSession() {
  const { known, user } = useSessionOf<'member'>();
  return { known, member: user };
}

/** On the console's pages: `null` for who is not logged in. */
export const useOperator = () => useSessionOf<'operator'>().user;

/** On pages of either. */
export const useUser = () => useSessionOf<AudienceName>().user;

/** How the session ended that this page had, if it had one. */
export const useSessionOver = () => useSessionOf<AudienceName>().over;
