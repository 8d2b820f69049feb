import type { ErrorCode, Unit } from '@trellis/api-contract';
import { parseAmountInput } from '@trellis/kit/form';
import type { Value } from '../../api.ts';
import type { Field } from './fields.ts';

type Part = Value[string];

/** A part of a value as it stands in the form. */
export const textOf = (part: Part | undefined): string => (part === null || part === undefined ? '' : String(part));

/** What was typed, as the API takes it. What can’t be read stays as it was typed: the server says what is wrong with it. */
export function partOf(field: Field, typed: string, unit: Unit | null): Part {
  const text = typed.normalize('NFKC').trim();
  if (text === '' && field.nullable) return null;
  if (field.kind === 'boolean') return text === 'true';
  if (field.kind === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (field.kind !== 'amount') return text;
  const reading = parseAmountInput(text, unit ?? 'USD');
  return reading.kind === 'ok' ? reading.money.amount : text;
}

/** What can be seen to be wrong with a part, without asking the server. */
export function wrongOf(field: Field, typed: string, unit: Unit | null): ErrorCode | undefined {
  const part = partOf(field, typed, unit);
  if (part === null || field.kind === 'boolean') return undefined;
  const fits = field.pattern === undefined || new RegExp(field.pattern).test(String(part));
  if (part === '') return field.kind === 'text' && fits ? undefined : 'field.required';
  if (field.kind === 'amount')
    return parseAmountInput(String(part), unit ?? 'USD').kind === 'ok' ? undefined : 'money.amount_format';
  if (field.kind === 'integer') {
    if (typeof part !== 'number') return 'field.format';
    return part < (field.least ?? part) || part > (field.most ?? part) ? 'field.range' : undefined;
  }
  return fits ? undefined : 'field.format';
}
