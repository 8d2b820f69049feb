import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/statement.sql';

/** Balances of the past, and statements. */
export const statementMutants: readonly Mutant[] = [
  {
    name: 'statement counts the last moment twice',
    harm: 'what happened as a month began stands in two statements',
    file,
    edits: [{ find: 'IF v_at < p_time THEN v_low', replace: 'IF v_at <= p_time THEN v_low' }],
    first: ['ledger/statements'],
  },
  {
    name: 'statement forgets its first line',
    harm: 'a month does not add up',
    file,
    edits: [{ find: 'p.seq > bounds.first AND', replace: 'p.seq > bounds.first + 1 AND' }],
    first: ['ledger/statements'],
  },
  {
    name: 'statement halves the wrong way',
    harm: 'an old balance is shown as that of another day',
    file,
    edits: [{ find: 'ELSE v_high := v_middle - 1;', replace: 'ELSE v_high := v_low;' }],
    first: ['ledger/statements'],
  },
  {
    name: 'statement of the neighbour',
    harm: 'a member reads the accounts of the next one',
    file,
    edits: [{ find: 'p_owner * 1000 + 999', replace: 'p_owner * 1000 + 1999' }],
    first: ['ledger/statements'],
  },
];
