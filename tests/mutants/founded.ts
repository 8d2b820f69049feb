import type { Mutant } from './mutant.ts';

const file = 'api/src/platform/db/sql/founded.sql';
const first = ['ledger/founded'];

/** What the application's login may post by itself. */
export const foundedMutants: readonly Mutant[] = [
  {
    name: 'everybody is the owner',
    harm: 'whoever gets at the application takes what is in custody',
    file: 'api/src/platform/db/sql/session.sql',
    edits: [{ find: "SELECT pg_has_role(session_user, current_user, 'MEMBER')", replace: 'SELECT true' }],
    first,
  },
  {
    name: 'transfers counted as one likes',
    harm: 'a transfer of everything counts as one of nothing against the day',
    file,
    edits: [{ find: "k.kind = 'available' AND leg.amount = p_limit_amount END", replace: "k.kind = 'available' END" }],
    first,
  },
  {
    name: 'deposits of any name',
    harm: 'one deposit is credited as often as one likes',
    file,
    edits: [{ find: "RETURN p_key = 'deposit ' || v_deposit.name AND", replace: 'RETURN' }],
    first,
  },
  {
    name: 'batched without asking',
    harm: 'a batch takes what a single posting refuses',
    file: 'api/src/platform/db/sql/post-batch.sql',
    edits: [{ find: 'p_amounts, p_code_steps, is_owners_session())', replace: 'p_amounts, p_code_steps, true)' }],
    first,
  },
  {
    name: 'holds settled to anybody',
    harm: 'what a withdrawal holds goes to another member',
    file: 'api/src/platform/db/sql/hold.sql',
    // Either of the two would do: a member has no account of custody or fees.
    edits: [
      { find: "leg.account < 1000 AND leg.amount > 0 AND k.kind IN ('custody', 'fee')", replace: 'leg.amount > 0' },
    ],
    first,
  },
];
