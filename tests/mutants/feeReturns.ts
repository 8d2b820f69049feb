import type { Mutant } from './mutant.ts';

const file = 'api/src/products/feeReturns/fee-returns.sql';
const first = ['products/feeReturns'];

/** How fees are given back. */
export const feeReturnMutants: readonly Mutant[] = [
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
    name: 'a fee as it was asked for',
    harm: 'two who may return fees give away what they like',
    file,
    edits: [
      {
        find: 'WHERE (f.member, f.booked_by, f.unit, f.amount) = (v.member, v.journal, v.unit, v.amount)',
        replace: 'WHERE f.booked_by = v.journal',
      },
    ],
    first,
  },
  {
    name: 'a fee into another unit',
    harm: 'USDT that were taken come back as USD',
    file,
    edits: [
      { find: "account_of(v.member, lower(v.unit) || 'Available')", replace: "account_of(v.member, 'usdAvailable')" },
      { find: "system_account(lower(v.unit) || 'Fee')", replace: "system_account('usdFee')" },
    ],
    first,
  },
];
