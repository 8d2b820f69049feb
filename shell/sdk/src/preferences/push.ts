import { fromShell } from './fromShell.ts';

/**
 * `usePush` opens what this device shows of the member's notices while the product is closed; `undefined` where nothing can be shown.
 * `setPush` is the shell's.
 */
export const { set: setPush, use: usePush } = fromShell<() => void>();
