/** Field shapes that both sides check, free of any schema library so that the browser pays nothing for them. */
export const usernamePattern = /^[A-Za-z0-9]{3,15}$/;

/** One plain address: ASCII, no quotes, comments, groups or literals, a domain of letter-digit-hyphen labels. */
export const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const invitationPattern = /^[A-Z0-9]{8}$/;
export const codePattern = /^[0-9]{6}$/;
/**
 * Ten characters of Base32 in two groups of five: 50 random bits, of which a guesser gets 20 tries a day. Codes of before
 * have 24 in six groups of four, and go on working. Read without case, spaces or hyphens.
 */
export const recoveryCodePattern = /^(?:[A-Z2-7]{5}-[A-Z2-7]{5}|(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4})$/;
/** A passkey's answer in place of a code: `passkey.` and the base64url of its JSON. */
export const passkeyCodePattern = /^passkey\.[A-Za-z0-9_-]{100,8000}$/;
/** A word of the member's own that stands in each mail to them. */
export const antiPhishingPattern = /^[\p{L}\p{N} ]{4,20}$/u;
/** A UUID of any version, read without case. */
export const idempotencyKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const passwordLength = { minimum: 10, maximum: 128 } as const;

/** Two entries of a password are one where only the keyboard differs: composed or not, full width or half width. */
export const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFKC') === other.normalize('NFKC');

/** What a browser can say of a password; whether it is easy to guess, the server decides. */
export function hasPasswordLength(password: string): boolean {
  const { length } = password.normalize('NFKC');
  return length >= passwordLength.minimum && length <= passwordLength.maximum;
}

/** Invitation codes are read without case: `demo2026` and `DEMO2026` are one. */
export const normalizeInvitation = (text: string): string => text.toUpperCase();

/** Recovery codes are read as they are typed: `abcde fghij` is `ABCDE-FGHIJ`. Anything else stays what it is. */
export function normalizeRecoveryCode(text: string): string {
  const letters = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (letters.length === 10) return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  return letters.length === 24 ? (letters.match(/.{4}/g) ?? []).join('-') : text;
}
