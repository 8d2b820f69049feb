import { randomInt } from 'node:crypto';

/** No letters or digits that are read as one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Eight characters, 40 bits: not to be guessed, and easy to read out. */
export const newInvitationCode = (): string =>
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
