import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/quote.sql';
const rates = 'api/src/governance/rules/rates.sql';

/** Quotes and what an exchange makes of them. */
export const quoteMutants: readonly Mutant[] = [
  {
    name: 'stale rate used',
    harm: 'a member exchanges at what was right yesterday',
    file,
    edits: [
      { find: "IF v_rate.stale THEN RAISE EXCEPTION 'rate too old' USING ERRCODE = 'TR034'; END IF;", replace: '' },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'rate the wrong way round',
    harm: 'what is dear is sold cheap',
    file,
    edits: [
      {
        find: 'v_numerator := v_rate.denominator; v_denominator := v_rate.numerator;',
        replace: 'v_numerator := v_rate.numerator; v_denominator := v_rate.denominator;',
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'jumps need nobody',
    harm: 'one slip of a finger, and a coin costs a tenth',
    file: rates,
    edits: [{ find: 'IF NOT v_jumps THEN PERFORM', replace: 'IF TRUE THEN PERFORM' }],
    first: ['ledger/rates'],
  },
  {
    name: 'quotes given around a change by one',
    harm: 'whoever moves a rate exchanges before and after it',
    file,
    edits: [{ find: '    PERFORM check_rate_rest(p_from, p_to, p_now);\n', replace: '' }],
    first: ['ledger/results'],
  },
  {
    name: 'quotes used around a change by one',
    harm: 'whoever moves a rate has a quote of before it in their pocket',
    file,
    edits: [{ find: '  PERFORM check_rate_rest(quote.from_unit, quote.to_unit, p_now);\n', replace: '' }],
    first: ['ledger/results'],
  },
  {
    name: 'quote good for longer than the rest',
    harm: 'one of before a change is used after it',
    file,
    edits: [
      { find: 'p_now + least(quote_validity_at(p_now), rate_rest()))', replace: 'p_now + quote_validity_at(p_now))' },
    ],
    first: ['ledger/quotes'],
  },
  {
    name: 'no rest before what is announced',
    harm: 'who has announced a change exchanges just before it',
    file: rates,
    edits: [{ find: 'AND p_at >= c.begins - rate_rest() AND', replace: 'AND p_at >= c.begins AND' }],
    first: ['ledger/rates'],
  },
  {
    name: 'rest without a change',
    harm: 'one person keeps every exchange closed by setting what is there',
    file: rates,
    edits: [
      {
        find: '<> r.denominator::numeric * lag(r.numerator) OVER step',
        replace: 'IS NOT NULL',
      },
    ],
    first: ['ledger/rates', 'ledger/results'],
  },
  {
    name: 'rests as often as one likes',
    harm: 'one person keeps every exchange closed by small changes',
    file: rates,
    edits: [{ find: '>= own_rate_changes_most());', replace: '>= 1000);' }],
    first: ['ledger/rates'],
  },
  {
    name: 'fee rounded down',
    harm: 'the platform pays for rounding',
    file: 'api/src/ledger/amounts.sql',
    edits: [
      {
        find: 'SELECT p_amount - div(p_amount::numeric * p_ppm + 999999, 1000000)::bigint',
        replace: 'SELECT p_amount - div(p_amount::numeric * p_ppm, 1000000)::bigint',
      },
    ],
    first: ['ledger/results', 'ledger/quotes'],
  },
  {
    name: 'credit rounded up',
    harm: 'the platform pays for rounding',
    file,
    edits: [
      {
        find: 'v_gross := div(p_given::numeric * v_numerator, v_denominator);',
        replace: 'v_gross := ceil(p_given::numeric * v_numerator / v_denominator);',
      },
    ],
    first: ['ledger/results', 'ledger/quotes'],
  },
  {
    name: 'rounding kept by nobody',
    harm: 'what rounding leaves stays with the platform unseen',
    file,
    edits: [{ find: 'div(v_gross::numeric * v_denominator + v_numerator - 1, v_numerator),', replace: 'p_given,' }],
    first: ['ledger/results', 'ledger/quotes'],
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
    first: ['ledger/results', 'ledger/storm'],
  },
  {
    name: 'quote never expires',
    harm: 'a member waits until an old rate is good',
    file,
    edits: [{ find: 'AND consumed_by IS NULL AND expires_at > p_now', replace: 'AND consumed_by IS NULL' }],
    first: ['ledger/results'],
  },
  {
    name: 'quote of any owner',
    harm: 'a member uses the quote of another',
    file,
    edits: [
      { find: 'WHERE owner = p_owner AND id = p_quote AND consumed_by', replace: 'WHERE id = p_quote AND consumed_by' },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'exchange without a limit',
    harm: 'limits are got round by exchanging',
    file,
    edits: [{ find: "'exchange', quote.from_unit, quote.given) AS posted;", replace: 'NULL, NULL, NULL) AS posted;' }],
    first: ['ledger/results'],
  },
  {
    name: 'a used quote forgotten',
    harm: 'thirty days after an exchange the books are red, and nobody is paid',
    file: 'api/src/platform/db/sql/retention.sql',
    edits: [{ find: 'consumed_by IS NULL AND expires_at', replace: 'expires_at' }],
    first: ['ledger/verification/retention'],
  },
];
