import { fromShell } from './fromShell.ts';

/** `useAppLock` opens the choice of this device's app lock; `undefined` where the browser knows no passkeys. `setAppLock` is the shell's. */
export const { set: setAppLock, use: useAppLock } = fromShell<() => void>();
