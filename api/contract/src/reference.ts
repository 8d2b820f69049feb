/** Letters and digits that nobody mistakes for another when they are read out: no 0 and O, no 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 12;

/**
 * What a person reads out of a record, as `K7QX-M2RP-9ABC`: always the same of one id (a UUID of version 7). It is made
 * of the second in which the id was made and of the end of what is random in it, so whoever is shown it can look it up by
 * time; two of the same second differ but for one in 268 million.
 */
export function referenceText(id: string): string {
  const digits = id.replaceAll('-', '');
  const second = BigInt(`0x${digits.slice(0, 12)}`) / 1000n;
  // What is random comes first: references of one day do not begin alike.
  let rest = (BigInt(`0x${digits.slice(-7)}`) << 31n) | (second & 0x7fffffffn);
  let text = '';
  for (let place = length; place > 0; place -= 1) {
    text = letters[Number(rest % 31n)] + text;
    rest /= 31n;
  }
  return text.replace(/.{4}(?=.)/g, '$&-');
}
