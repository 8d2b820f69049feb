import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AudienceName, UserOf } from '@trellis/api-contract';

export interface SessionState<A extends AudienceName = AudienceName> {
  /** Whether the server has been asked; until then `user` says nothing. */
  known: boolean;
  /** Who is logged in: `null` for a visitor. */
  user: UserOf<A> | null;
}

const initialState: SessionState = { known: false, user: null };

/** Who uses this page. The token itself is in a cookie that no script can read. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionKnown: (_, action: PayloadAction<UserOf<AudienceName> | null>) => ({ known: true, user: action.payload }),
    sessionEnded: () => ({ known: true, user: null }),
  },
  selectors: { selectSession: (state) => state },
});

export const { sessionKnown, sessionEnded } = sessionSlice.actions;
export const { selectSession } = sessionSlice.selectors;
