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
];
