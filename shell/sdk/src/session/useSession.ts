import { useSelector } from 'react-redux';
import { type SessionState, selectSession } from './session.ts';

/** Who is logged in; `member` is `null` for a visitor. */
export const useSession = (): SessionState => useSelector(selectSession);
