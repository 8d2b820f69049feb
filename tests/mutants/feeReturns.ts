import type { Mutant } from './mutant.ts';

const file = 'api/src/products/feeReturns/fee-returns.sql';
const first = ['products/feeReturns'];

/** How fees are given back. */
export const feeReturnMutants: readonly Mutant[] = [
  {
    name: 'fees given back by one person',
    harm: 'who asks gives away what the house has earned',
    file,
    edits: [
      {
        find: "IF v_approval IS NULL THEN RAISE EXCEPTION 'it waits for nobody'",
        replace: "IF FALSE THEN RAISE EXCEPTION 'it waits for nobody'",
      },
    ],
    first,
  },
  {
    name: 'returns of one fee that wait beside each other',
    harm: 'two people answer the same thing twice',
    file,
    edits: [
      {
        find: "PERFORM close_approvals('fee.return', id::text, p_now) FROM fee_return WHERE journal = fee.booked_by AND expires_at > p_now;",
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'the fee of what was reversed',
    harm: 'a member has it back twice: with the rest, and by itself',
    file,
    edits: [
      {
        find: 'EXISTS (SELECT 1 FROM journal_reversal r WHERE r.owner = booked.owner AND r.journal = booked.id)',
        replace: 'false',
      },
    ],
    first,
  },
  {
    name: 'a fee into another unit',
    harm: 'USDT that were taken come back as USD',
    file,
    edits: [
      { find: "CASE asked.unit WHEN 'USD' THEN 101 ELSE 111 END", replace: '101' },
      { find: "CASE asked.unit WHEN 'USD' THEN 401 ELSE 411 END", replace: '401' },
    ],
    first,
  },
];
