/** After how many minutes away an app lock asks for its owner; 0: at once. */
export const lockMinutes = [0, 1, 5, 15] as const;
export type LockMinutes = (typeof lockMinutes)[number];
