import { passwordLength } from '@trellis/api-contract';

export type Strength = 'weak' | 'fair' | 'strong';

/**
 * A quick estimate while typing: how many characters really add something. Repeated and neighbouring characters and
 * words that belong to the member add nothing. The server's list of common passwords has the last word.
 */
export function passwordStrength(password: string, personal: readonly string[]): Strength {
  let rest = password.toLowerCase();
  for (const word of personal) if (word.length >= 3) rest = rest.replaceAll(word.toLowerCase(), '');
  let surprises = 0;
  let previous = Number.NaN;
  for (const character of rest) {
    const point = character.codePointAt(0) ?? 0;
    if (Math.abs(point - previous) > 1 || Number.isNaN(previous)) surprises += 1;
    previous = point;
  }
  const effective = Math.min(surprises, new Set(rest).size * 1.5);
  if (password.length < passwordLength.minimum || effective < 7) return 'weak';
  return effective < 11 ? 'fair' : 'strong';
}
