import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/hold.sql';
const reversal = 'api/src/ledger/reversal.sql';

/** Holds and reversals. */
export const holdMutants: readonly Mutant[] = [
  {
    name: 'hold not counted',
    harm: 'held money is spent a second time',
    file,
    edits: [
      {
        find: 'CASE WHEN p_source < p_pending THEN ARRAY[-p_amount, p_amount] ELSE ARRAY[p_amount, -p_amount] END,',
        replace: 'CASE WHEN p_source < p_pending THEN ARRAY[p_amount, -p_amount] ELSE ARRAY[-p_amount, p_amount] END,',
      },
    ],
    first: ['ledger/results', 'ledger/holds'],
  },
  {
    name: 'ended hold settled again',
    harm: 'money leaves a hold that was released',
    file,
    edits: [{ find: "IF held.state IS DISTINCT FROM 'open' THEN", replace: 'IF held.state IS NULL THEN' }],
    first: ['ledger/results', 'ledger/storm'],
  },
  {
    name: 'hold not locked',
    harm: 'settling and releasing at once both happen',
    file,
    edits: [
      {
        find: 'WHERE owner = p_owner AND id = p_hold FOR NO KEY UPDATE;',
        replace: 'WHERE owner = p_owner AND id = p_hold;',
      },
    ],
    first: ['ledger/holds', 'ledger/storm'],
  },
  {
    name: 'hold of any owner',
    harm: 'a member settles the hold of another',
    file,
    edits: [
      {
        find: 'SELECT * INTO held FROM money_hold WHERE owner = p_owner AND id = p_hold',
        replace: 'SELECT * INTO held FROM money_hold WHERE id = p_hold',
      },
    ],
    first: ['ledger/holds'],
  },
  {
    name: 'more settled than held',
    harm: 'a hold pays out what was never reserved',
    file,
    edits: [{ find: 'OR v_settled > held.amount OR', replace: 'OR' }],
    first: ['ledger/results'],
  },
  {
    name: 'rest of a hold kept',
    harm: 'a part settled takes all',
    file,
    edits: [
      {
        find: 'UNION ALL SELECT held.source, held.amount - v_settled WHERE held.amount > v_settled',
        replace: 'UNION ALL SELECT 201, held.amount - v_settled WHERE held.amount > v_settled',
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'reversed twice',
    harm: 'the money comes back twice',
    file: reversal,
    edits: [
      { find: "IF NOT FOUND THEN RAISE EXCEPTION 'cannot be reversed' USING ERRCODE = 'TR023'; END IF;", replace: '' },
    ],
    first: ['ledger/results', 'ledger/storm'],
  },
  {
    name: 'reversal reversed',
    harm: 'money goes to and fro without an end',
    file: reversal,
    edits: [{ find: 'AND kind <> p_kind', replace: '' }],
    first: ['ledger/results'],
  },
  {
    name: 'hold reversed',
    harm: 'held money comes back, and can still be settled',
    file: reversal,
    edits: [{ find: 'AND (id = p_journal OR ended_by = p_journal)) THEN', replace: 'AND FALSE) THEN' }],
    first: ['ledger/results'],
  },
];
