import { fromShell } from './fromShell.ts';

/**
 * `useInstall` opens the way to the home screen of this device; `undefined` where there is none, or the product is there already.
 * `setInstall` is the shell's.
 */
export const { set: setInstall, use: useInstall } = fromShell<() => void>();
