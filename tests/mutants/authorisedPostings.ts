import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/authorised-postings.sql';
const first = ['ledger/authorisedPostings'];

/** What the application's login may post by itself. */
export const authorisedMutants: readonly Mutant[] = [
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
    file: 'api/src/ledger/post-batch.sql',
    edits: [{ find: 'p_amounts, p_code_steps, is_owners_session())', replace: 'p_amounts, p_code_steps, true)' }],
    first,
  },
  {
    name: 'holds settled to anybody',
    harm: 'what a withdrawal holds goes to another member',
    file: 'api/src/ledger/hold.sql',
    edits: [
      {
        find: '= (SELECT jsonb_object_agg(s.account, s.amount) FROM withdrawal_settlement(w) s)',
        replace: 'IS NOT NULL',
      },
    ],
    first,
  },
  {
    name: 'deposit at any rate',
    harm: 'ten USDT are credited at the rate of bitcoin',
    file,
    edits: [{ find: 'deposit_is_priced(d) AS priced', replace: 'true AS priced' }],
    first,
  },
  {
    name: 'transfer with any fee',
    harm: 'a balance is destroyed into fees',
    file,
    edits: [
      {
        find: "= (SELECT fee FROM money_limit_at('transfer'",
        replace: ">= (SELECT fee FROM money_limit_at('transfer'",
      },
    ],
    first,
  },
];
