/** Field shapes that both sides check, free of any schema library so that the browser pays nothing for them. */
export const usernamePattern = /^[A-Za-z0-9]{3,15}$/;

/**
 * What an input method writes in full width, as ASCII. Nothing else: other letters that compatibility makes the same, as
 * the sign of the kelvin, no keyboard writes by mistake.
 */
export const halfWidth = (text: string): string =>
  text.replace(/[\u3000\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'));

/**
 * Without what a copied text brings along unseen: spaces without width, joiners, marks of direction, soft hyphens. For what a
 * person types or pastes; of a program's input the server takes nothing away.
 */
export const seenText = (text: string): string =>
  text.replace(/[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '');

/** A number as it was meant: in any width, with the stop that an input method writes for a point, without spaces. */
export const typedNumber = (text: string): string =>
  seenText(text).normalize('NFKC').replace(/。/g, '.').replace(/、/g, ',').replace(/\s/g, '');

/**
 * The address that a typed, pasted or scanned text pays to: of a payment link (`bitcoin:bc1…?amount=…`,
 * `ethereum:0x…@56`) the payee, of one that moves a token (`…/transfer?address=0x…`) whom it moves it to, never the
 * token's contract. A link that asks for anything else stays what it is, and is no address.
 */
export function payeeIn(text: string): string {
  const plain = halfWidth(seenText(text)).replace(/\s/g, '');
  const link = /^[a-z][a-z0-9+.-]*:(?:\/\/)?(?:pay-)?([^@/?:]+)(?:@[^/?]*)?(?:\/([^?]*))?(?:\?(.*))?$/i.exec(plain);
  if (!link) return plain;
  const [, payee = '', action = '', query] = link;
  if (action === '') return payee;
  return (action === 'transfer' && new URLSearchParams(query).get('address')) || plain;
}

/** A typed name as it was meant. */
export const normalizeName = (text: string): string => halfWidth(seenText(text)).trim();

/**
 * One plain address: ASCII, a local part of RFC 5321's dot-atom, so no quotes, comments, groups or literals, a domain of
 * letter-digit-hyphen labels, of which the last is letters or the punycode of others. An apostrophe stands in names, and
 * `'--` in none: that is what attackers try.
 */
export const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)(?![^@]*'--)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9](?:[A-Za-z0-9-]{0,57}[A-Za-z0-9])?)$/;

/**
 * Scripts that one label of a domain may be written in, as browsers show it in letters: others that are mixed only look
 * like another domain.
 */
const labelScripts = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]+$/u,
];

/** Whether a domain is written in letters beyond ASCII, and in nothing else that an address bar would read. */
const isDomainOfLetters = (domain: string): boolean =>
  /[^ -~]/.test(domain) &&
  /^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain) &&
  domain.split(/[.。]/).every((label) => labelScripts.some((scripts) => scripts.test(label)));

/** An address as mail servers take it: full width as half width, and a domain in letters of any script as its punycode. */
export function normalizeEmail(text: string): string {
  const typed = halfWidth(text).trim();
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  if (at < 1 || !isDomainOfLetters(domain)) return typed;
  try {
    return `${typed.slice(0, at)}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return typed;
  }
}

/** Whether an address can be written to, as it was typed. */
export const isEmail = (text: string): boolean => emailPattern.test(normalizeEmail(seenText(text)));

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

/** Invitation codes are read without case and width: `demo2026` and `ＤＥＭＯ２０２６` are `DEMO2026`. */
export const normalizeInvitation = (text: string): string => halfWidth(text).toUpperCase();

/** Recovery codes are read as they are typed: `abcde fghij` is `ABCDE-FGHIJ`; so are six digits. Anything else stays what it is. */
export function normalizeRecoveryCode(text: string): string {
  const letters = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (codePattern.test(letters)) return letters;
  if (letters.length === 10) return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  return letters.length === 24 ? (letters.match(/.{4}/g) ?? []).join('-') : text;
}
