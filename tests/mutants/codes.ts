import type { Mutant } from './mutant.ts';

/** Codes that are used up by the very call that posts. */
const batch = 'api/src/ledger/post-batch.sql';
const freshness = 'api/src/ledger/post.sql';
const first = ['ledger/batchedCodes'];

export const codeMutants: readonly Mutant[] = [
  {
    name: 'code of a batch is not looked at',
    harm: 'a code that was used pays again',
    file: batch,
    edits: [{ find: 'v_sound := p_owners[v_place] = ANY (v_proven);', replace: '' }],
    first,
  },
  {
    name: 'one code for all of a batch',
    harm: 'one code pays as often as it is sent at one moment',
    file: batch,
    edits: [{ find: 'v_proven := array_remove(v_proven, p_owners[v_place]);', replace: '' }],
    first,
  },
  {
    name: 'code of a batch stays good',
    harm: 'whoever sees a code can pay with it once more',
    file: batch,
    edits: [{ find: 'IF v_codes THEN\n    UPDATE', replace: 'IF FALSE THEN\n    UPDATE' }],
    first,
  },
  {
    name: 'code of what a batch leaves out is used up',
    harm: 'a member who has too little money is locked out of their next try',
    file: batch,
    edits: [
      {
        find: 'WHERE m.id = request.owner AND certain AND step IS NOT NULL;',
        replace: 'WHERE m.id = request.owner AND step IS NOT NULL;',
      },
    ],
    first,
  },
  {
    name: 'the same code again',
    harm: 'a code pays twice',
    file: freshness,
    edits: [{ find: 'SELECT p_step > p_member.google_step', replace: 'SELECT p_step >= p_member.google_step' }],
    first,
  },
  {
    name: 'right code after wrong ones is taken at once',
    harm: 'a guesser has as many tries as they can send at one moment',
    file: freshness,
    edits: [{ find: 'AND p_member.guesses = 0', replace: '' }],
    first,
  },
  {
    name: 'lock is not looked at with a code',
    harm: 'money leaves an account that its owner has just secured',
    file: freshness,
    edits: [{ find: 'AND (p_member.locked_until IS NULL OR p_member.locked_until <= product_now())', replace: '' }],
    first,
  },
];
