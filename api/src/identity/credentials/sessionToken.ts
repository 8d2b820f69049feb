import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, for a cookie or a link; shown to nobody else. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token. */
export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Letters and digits that nobody takes for one another. */
const spoken = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 59 random bits to be said or written down: `kmwp-3fxz-q7ha`. */
export const newWord = (): string =>
  [0, 1, 2].map(() => Array.from({ length: 4 }, () => spoken.charAt(randomInt(spoken.length))).join('')).join('-');

/** What the database keeps of such a word, however it was typed. */
export const wordDigest = (word: string): Buffer => tokenDigest(word.toLowerCase().replace(/[^a-z0-9]/g, ''));
