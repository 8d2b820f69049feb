import { describe, expect, test } from '@jest/globals';
import type { FieldName } from '../../api.ts';
import { type Field, fieldsOf } from './fields.ts';
import { partOf, textOf, wrongOf } from './fieldValues.ts';

/** Schemas as the server notifies them. */
const amount = { type: 'string', pattern: '^(?:0|[1-9][0-9]{0,11})(?:\\.[0-9]{1,8})?$', example: '12.50' };
const percent = { type: 'string', pattern: '^(?:0|[1-9][0-9]?)(?:\\.[0-9]{1,4})?$' };
const forms: Readonly<Record<string, { readonly properties: object; readonly amounts?: string[] }>> = {
  limit: { properties: { maximum: amount, fee: amount }, amounts: ['maximum', 'fee'] },
  exchangeFee: { properties: { percent } },
  exchangeQuote: { properties: { validSeconds: { type: 'integer', minimum: 1, maximum: 600 } } },
  ratePair: {
    properties: {
      maximumAgeSeconds: {
        anyOf: [{ type: 'integer', minimum: 1, maximum: 9_007_199_254_740_991 }, { type: 'null' }],
      },
    },
  },
  productSale: {
    properties: {
      open: { type: 'boolean' },
      closedIn: { type: 'string', pattern: '^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$' },
    },
  },
  action: {
    properties: {
      code: { type: 'string', enum: ['never', 'bound', 'above', 'always'] },
      above: { anyOf: [amount, { type: 'null' }] },
    },
    amounts: ['above'],
  },
  displayRate: {
    properties: {
      perUsd: { anyOf: [{ type: 'string', pattern: '^(?:0|[1-9][0-9]{0,5})$' }, { type: 'null' }] },
    },
  },
};
const field = (subject: string, name: string): Field => {
  const { properties, amounts = [] } = forms[subject] ?? { properties: {} };
  const result = fieldsOf({ form: { type: 'object', properties }, amounts }).find((each) => each.name === name);
  if (!result) throw new Error(`${subject} has no ${name}`);
  return result;
};

test('what a field is follows from its schema', () => {
  expect(field('limit', 'maximum')).toMatchObject({ kind: 'amount', nullable: false });
  expect(field('exchangeFee', 'percent')).toMatchObject({ kind: 'decimal' });
  expect(field('exchangeQuote', 'validSeconds')).toMatchObject({ kind: 'integer', least: 1, most: 600 });
  expect(field('ratePair', 'maximumAgeSeconds')).toEqual({
    name: 'maximumAgeSeconds',
    kind: 'integer',
    nullable: true,
    least: 1,
  });
  expect(field('productSale', 'open')).toMatchObject({ kind: 'boolean' });
  expect(field('productSale', 'closedIn')).toMatchObject({ kind: 'text' });
  expect(field('action', 'code')).toMatchObject({ kind: 'choice', options: ['never', 'bound', 'above', 'always'] });
  expect(field('action', 'above')).toMatchObject({ kind: 'amount', nullable: true });
});

describe('what is typed', () => {
  test.each([
    ['limit', 'maximum', '1,234.50', '1234.50', undefined],
    ['limit', 'maximum', '１２', '12.00', undefined],
    ['limit', 'maximum', '', '', 'field.required'],
    ['limit', 'maximum', 'many', 'many', 'money.amount_format'],
    ['limit', 'maximum', '1.1234567', '1.1234567', 'money.amount_format'],
    ['exchangeFee', 'percent', '0.25', '0.25', undefined],
    ['exchangeFee', 'percent', '100', '100', 'field.format'],
    ['exchangeQuote', 'validSeconds', '600', 600, undefined],
    ['exchangeQuote', 'validSeconds', '601', 601, 'field.range'],
    ['exchangeQuote', 'validSeconds', '0', 0, 'field.range'],
    ['exchangeQuote', 'validSeconds', '1.5', '1.5', 'field.format'],
    ['productSale', 'open', 'true', true, undefined],
    ['productSale', 'open', 'false', false, undefined],
    ['productSale', 'closedIn', '', '', undefined],
    ['productSale', 'closedIn', 'US, JP', 'US, JP', 'field.format'],
    ['action', 'above', '', null, undefined],
    ['displayRate', 'perUsd', '', null, undefined],
  ] as const)('%s %s: %s', (subject, name, typed, part, wrong) => {
    expect(partOf(field(subject, name), typed, 'USD')).toBe(part);
    expect(wrongOf(field(subject, name), typed, 'USD')).toBe(wrong);
  });
});

test('a value stands in the form as it is sent, and comes back the same', () => {
  expect(['12.50', 24, true, null].map((part) => textOf(part))).toEqual(['12.50', '24', 'true', '']);
  expect(partOf(field('limit', 'fee'), textOf('0.10'), 'USD')).toBe('0.10');
});

test('a field that no subject has is an error of the types', () => {
  // @ts-expect-error no subject has it
  const none: FieldName = 'no such field';
  const one: FieldName = 'percent';
  expect([none, one]).toHaveLength(2);
});
