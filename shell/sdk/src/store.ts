import { combineSlices, configureStore } from '@reduxjs/toolkit';
import { api } from './api/api.ts';
import { sessionSlice } from './session/session.ts';

/** Slices that features add when they arrive; a feature declares its own by augmenting this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: augmented by features
export interface LazySlices {}

/** `rootReducer.inject(slice)` adds a feature's own slice. */
export const rootReducer = combineSlices(sessionSlice, api).withLazyLoadedSlices<LazySlices>();

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) => defaults().concat(api.middleware),
});

export type RootState = ReturnType<typeof rootReducer>;
