/** Field shapes that both sides check, free of any schema library so that the browser pays nothing for them. */
export const usernamePattern = /^[A-Za-z0-9]{3,15}$/;

/** One plain address: ASCII, no quotes, comments, groups or literals, a domain of letter-digit-hyphen labels. */
export const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const invitationPattern = /^[A-Z0-9]{8}$/;
export const codePattern = /^[0-9]{6}$/;
/** A UUID of any version, read without case. */
export const idempotencyKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const passwordLength = { minimum: 10, maximum: 128 } as const;

/** Invitation codes are read without case: `demo2026` and `DEMO2026` are one. */
export const normalizeInvitation = (text: string): string => text.toUpperCase();
