import type { Mutant } from './mutant.ts';

const file = 'api/src/products/pools/pools.sql';
const first = ['products/pools'];

/** How the pools are funded that rewards are promised from. */
export const poolMutants: readonly Mutant[] = [
  {
    name: 'pools funded by one person',
    harm: 'who asks takes out of a pool what they like',
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
    name: 'fundings that wait beside each other',
    harm: 'what was asked for twice is paid twice',
    file,
    edits: [
      {
        find: "PERFORM close_approvals('pool.fund', id::text, p_now) FROM pool_funding WHERE pool = p_pool AND expires_at > p_now;",
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'fundings asked for at once',
    harm: 'two wait for one pool, and both are paid',
    file,
    edits: [{ find: 'BEGIN\n  PERFORM 1 FROM account_kind WHERE code = p_pool FOR NO KEY UPDATE;', replace: 'BEGIN' }],
    first,
  },
  {
    name: 'fundings nobody looks at again',
    harm: 'a pool holds other than was approved, and the books are green',
    file: 'api/src/ledger/verification/invariants.ts',
    edits: [{ find: 'p.amount IS DISTINCT FROM f.amount OR f.id IS NULL', replace: 'false' }],
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
    harm: 'what a job has left behind is owed and not told',
    file: 'api/src/products/pools/dueByDay.ts',
    edits: [{ find: 'AND due_on <= $2::date', replace: 'AND due_on BETWEEN $1::date AND $2::date' }],
    first,
  },
  {
    name: 'due also of what was cancelled',
    harm: 'rewards that are back in the pool are told as owed',
    file: 'api/src/products/pools/dueByDay.ts',
    edits: [{ find: 'released_by IS NULL AND NOT cancelled AND', replace: 'released_by IS NULL AND' }],
    first,
  },
];
