/** A time in UTC, as the log and the chains have it: `2026-03-09 15:04:07 UTC`. */
export const utcText = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;
