import type { Mutant } from './mutant.ts';

const file = 'api/src/db/migrations/008-quotes.ts';

/** Quotes and what an exchange makes of them. */
export const quoteMutants: readonly Mutant[] = [
  {
    name: 'fee rounded down',
    harm: 'the house pays for rounding',
    file,
    edits: [
      {
        find: 'v_fee := ceil(v_gross::numeric * rate.fee_ppm / 1000000);',
        replace: 'v_fee := floor(v_gross::numeric * rate.fee_ppm / 1000000);',
      },
    ],
    first: ['money/results', 'money/quotes'],
  },
  {
    name: 'credit rounded up',
    harm: 'the house pays for rounding',
    file,
    edits: [
      {
        find: 'v_gross := div(p_given::numeric * rate.numerator, rate.denominator);',
        replace: 'v_gross := ceil(p_given::numeric * rate.numerator / rate.denominator);',
      },
    ],
    first: ['money/results', 'money/quotes'],
  },
  {
    name: 'rounding kept by nobody',
    harm: 'what rounding leaves stays with the house unseen',
    file,
    edits: [
      { find: 'div(v_gross::numeric * rate.denominator + rate.numerator - 1, rate.numerator),', replace: 'p_given,' },
    ],
    first: ['money/results', 'money/quotes'],
  },
  {
    name: 'quote not consumed',
    harm: 'a good rate is used again and again',
    file,
    edits: [
      {
        find: 'AND id = p_quote AND consumed_by IS NULL AND expires_at > p_now',
        replace: 'AND id = p_quote AND expires_at > p_now',
      },
    ],
    first: ['money/results', 'money/storm'],
  },
  {
    name: 'quote never expires',
    harm: 'a member waits until an old rate is good',
    file,
    edits: [{ find: 'AND consumed_by IS NULL AND expires_at > p_now', replace: 'AND consumed_by IS NULL' }],
    first: ['money/results'],
  },
  {
    name: 'quote of any owner',
    harm: 'a member uses the quote of another',
    file,
    edits: [
      { find: 'WHERE owner = p_owner AND id = p_quote AND consumed_by', replace: 'WHERE id = p_quote AND consumed_by' },
    ],
    first: ['money/results'],
  },
  {
    name: 'exchange without a limit',
    harm: 'limits are got round by exchanging',
    file,
    edits: [{ find: "'exchange', quote.from_unit, quote.given) AS posted;", replace: 'NULL, NULL, NULL) AS posted;' }],
    first: ['money/results'],
  },
];
