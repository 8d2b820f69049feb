import { type ErrorCode, normalizeName, type Unit, usernamePattern } from '@trellis/api-contract';
import { parseAmountInput } from '@trellis/kit/form';

/** What is wrong with an amount that is typed: it has to be there, and more than nothing. */
export function wrongAmount(typed: string, unit: Unit): ErrorCode | false {
  const reading = parseAmountInput(typed, unit);
  if (reading.kind === 'empty') return 'field.required';
  return reading.kind === 'ok' ? reading.minor === 0n && 'field.range' : 'money.amount_format';
}

/** What is wrong with a member's name that is typed. */
export function wrongName(typed: string): ErrorCode | false {
  const name = normalizeName(typed);
  return name === '' ? 'field.required' : !usernamePattern.test(name) && 'member.username_format';
}
