import type { Mutant } from './mutant.ts';

const file = 'api/src/products/pools/pools.sql';
const first = ['products/pools'];

/** How the pools are funded that rewards are promised from. */
export const poolMutants: readonly Mutant[] = [
  {
    name: 'a funding of any account',
    harm: 'two who may fund pools put money where they like',
    file,
    edits: [
      {
        find: "v_pool IN (system_account('packageRewardPool'), system_account('stakeRewardPool'), system_account('teamBonusPool'))",
        replace: 'true',
      },
    ],
    first,
  },
  {
    name: 'fundings nobody looks at again',
    harm: 'a pool holds other than was approved, and the books are green',
    file: 'api/src/ledger/verification/invariants.ts',
    edits: [{ find: 'p.amount IS DISTINCT FROM f.amount OR f.subject IS NULL', replace: 'false' }],
    first: ['products/pools', 'ledger/verification/verifier'],
  },
  {
    name: 'runway of what was funded',
    harm: 'what treasurers take out counts as promised, what they put in hides promises: a pool runs dry unseen',
    file: 'api/src/products/pools/runway.ts',
    edits: [{ find: "j.kind IN ('pool_funding', 'opening')", replace: "j.kind = 'opening'" }],
    first,
  },
  {
    name: 'runway of all time',
    harm: 'a pool that is used faster than before seems to last',
    file: 'api/src/products/pools/runway.ts',
    edits: [{ find: 'now.getTime() - runwayWindow * dayMs', replace: 'now.getTime() - 40 * dayMs' }],
    first,
  },
  {
    name: 'due without what is overdue',
    harm: 'what a job has left behind is owed and not reported',
    file: 'api/src/products/pools/dueByDay.ts',
    edits: [{ find: 'AND due_on <= $2::date', replace: 'AND due_on BETWEEN $1::date AND $2::date' }],
    first,
  },
  {
    name: 'due also of what was cancelled',
    harm: 'rewards that are back in the pool are shown as owed',
    file: 'api/src/products/pools/dueByDay.ts',
    edits: [{ find: 'released_by IS NULL AND NOT cancelled AND', replace: 'released_by IS NULL AND' }],
    first,
  },
];
