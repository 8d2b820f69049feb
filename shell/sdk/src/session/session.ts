import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AudienceName, UserOf } from '@trellis/api-contract';

type User = UserOf<AudienceName>;

export interface SessionState<A extends AudienceName = AudienceName> {
  /** Whether the server has been asked; until then `user` says nothing. */
  known: boolean;
  /** Who is logged in: `null` for a visitor. */
  user: UserOf<A> | null;
  /** The server has answered in this session: the browser keeps its cookie. */
  proven: boolean;
  /** How the session ended that this page had: `unkept` where the browser never kept it, as one that blocks cookies. */
  over?: 'ended' | 'unkept';
  /** Who has logged in in this browser since the page was made for `user`. It is to be shown no more. */
  takenBy?: string;
  /** The browser is locked: nothing is shown, and the server answers nothing, until its owner was there. */
  locked?: true;
}

const initialState: SessionState = { known: false, user: null, proven: false };

/** The name that a user is known by. */
export const nameOf = (user: User): string => ('username' in user ? user.username : user.name);

function ended({ user, proven, over }: SessionState): SessionState {
  const how = user ? (proven ? 'ended' : 'unkept') : over;
  return { known: true, user: null, proven: false, ...(how && { over: how }) };
}

/** Who uses this page. The token itself is in a cookie that no script can read. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** What the server says. A page stays of whom it was made for. */
    sessionKnown(state, { payload: user }: PayloadAction<User | null>) {
      if (user === null) return ended(state);
      if (state.user && nameOf(state.user) !== nameOf(user)) return { ...state, takenBy: nameOf(user) };
      // What is locked here is opened here.
      return { known: true, user, proven: true, ...(state.locked && { locked: true }) };
    },
    /** Somebody has just logged in. */
    sessionEntered: (_, { payload: user }: PayloadAction<User>) => ({ known: true, user, proven: false }),
    sessionProven: (state) => ({ ...state, proven: true }),
    sessionEnded: (state) => ended(state),
    sessionLocked: (state) => ({ ...state, known: true, locked: true }),
    sessionUnlocked: ({ locked: _, ...state }) => state,
    sessionTaken: (state, { payload: takenBy }: PayloadAction<string>) => ({ ...state, takenBy }),
  },
  selectors: { selectSession: (state) => state },
});

export const {
  sessionKnown,
  sessionEntered,
  sessionProven,
  sessionEnded,
  sessionTaken,
  sessionLocked,
  sessionUnlocked,
} = sessionSlice.actions;
export const { selectSession } = sessionSlice.selectors;
