import { maskedEmail } from '../find/maskedEmail.ts';

/** As much as a row of the list has room for. */
const beginningMost = 60;

/**
 * How an inquiry begins, for the list of those who answer: its first line in one piece, cut after sixty characters. An e-mail
 * address in it is masked, as a member's own is, and so is a long number: a phone's, a code. Whoever needs it opens the inquiry,
 * which stands in the audit log.
 */
export function beginningOf(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/, 1);
  const masked = line
    .replace(/\s+/g, ' ')
    .replace(/[^\s@<>(),;:]+@[^\s@<>(),;:]+/g, maskedEmail)
    .replace(/\d(?:[ -]?\d){8,}|\d{6,}/g, '•••');
  const characters = [...masked];
  if (characters.length <= beginningMost) return characters.join('');
  return `${characters.slice(0, beginningMost).join('').trimEnd()}…`;
}
