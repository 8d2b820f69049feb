/** Field shapes that both sides check, free of any schema library so that the browser pays nothing for them. */
export const usernamePattern = /^[A-Za-z0-9]{3,15}$/;

/** One plain address: ASCII, no quotes, comments, groups or literals, a domain of letter-digit-hyphen labels. */
export const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const invitationPattern = /^[A-Z0-9]{8}$/;
export const codePattern = /^[0-9]{6}$/;
/** 24 characters of Base32 in groups of four: 120 random bits. Read without case, spaces or hyphens. */
export const recoveryCodePattern = /^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/;
/** A passkey's answer in place of a code: `passkey.` and the base64url of its JSON. */
export const passkeyCodePattern = /^passkey\.[A-Za-z0-9_-]{100,8000}$/;
/** A word of the member's own that stands in each mail to them. */
export const antiPhishingPattern = /^[\p{L}\p{N} ]{4,20}$/u;
/** A UUID of any version, read without case. */
export const idempotencyKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const passwordLength = { minimum: 10, maximum: 128 } as const;

/** Invitation codes are read without case: `demo2026` and `DEMO2026` are one. */
export const normalizeInvitation = (text: string): string => text.toUpperCase();

/** Recovery codes are read as they are typed: `abcd efgh…` is `ABCD-EFGH-…`. Anything else stays what it is. */
export function normalizeRecoveryCode(text: string): string {
  const letters = text.replace(/[\s-]/g, '').toUpperCase();
  return letters.length === 24 ? (letters.match(/.{4}/g) ?? []).join('-') : text;
}
