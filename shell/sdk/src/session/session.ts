import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Output } from '@trellis/api-contract';

export type SessionMember = Output<'logIn'>['member'];

export interface SessionState {
  /** Whether the server has been asked; until then `member` says nothing. */
  known: boolean;
  /** Who is logged in. */
  member: SessionMember | null;
}

const initialState: SessionState = { known: false, member: null };

/** Who uses this page. The token itself is in a cookie that no script can read. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionKnown: (_, action: PayloadAction<SessionMember | null>) => ({ known: true, member: action.payload }),
    sessionEnded: () => ({ known: true, member: null }),
  },
  selectors: { selectSession: (state) => state },
});

export const { sessionKnown, sessionEnded } = sessionSlice.actions;
export const { selectSession } = sessionSlice.selectors;
