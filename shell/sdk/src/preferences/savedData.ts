import { fromShell } from './fromShell.ts';

/**
 * `useRemoveSaved` removes what this device keeps of the member for starts without a network, until the next log-in, and rejects where it
 * could not; `undefined` where it keeps nothing. `setRemoveSaved` is the shell's.
 */
export const { set: setRemoveSaved, use: useRemoveSaved } = fromShell<() => Promise<void>>();
