import type { Mutant } from './mutant.ts';

/** `post_batch` in its latest form, and the calls around it. */
const file = 'api/src/db/migrations/013-day-counters.ts';
const lane = 'api/src/db/migrations/010-batch.ts';
const batcher = 'api/src/money/batcher.ts';
const first = ['money/batcher'];

/** Many journals in one call: whatever one of them could not do alone, it cannot do in company. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'batch counts its own inflow as funds',
    harm: 'money is spent before it is there',
    file,
    edits: [{ find: 'balance + sum(least(amount, 0)) OVER', replace: 'balance + sum(amount) OVER' }],
    first,
  },
  {
    name: 'batch looks at each debit alone',
    harm: 'a balance below zero by two debits at once',
    file,
    edits: [
      {
        find: 'balance + sum(least(amount, 0)) OVER history >= floor',
        replace: 'balance + amount >= floor',
      },
    ],
    first,
  },
  {
    name: 'batch does not look at funds',
    harm: 'a balance below zero',
    file,
    edits: [{ find: 'bool_and(ordered AND funded AND allowed)', replace: 'bool_and(ordered AND allowed)' }],
    first,
  },
  {
    name: 'batch skips the zero sum',
    harm: 'money out of nothing',
    file,
    edits: [{ find: 'AND sum(amount) = 0 AND count(unit)', replace: 'AND count(unit)' }],
    first,
  },
  {
    name: 'batch mixes units',
    harm: 'a dollar becomes a point',
    file,
    edits: [{ find: ' AND min(unit) = max(unit)', replace: '' }],
    first,
  },
  {
    name: 'batch takes accounts that are not there',
    harm: 'money goes to nobody',
    file,
    edits: [{ find: 'AND count(unit) = count(*) AND', replace: 'AND' }],
    first,
  },
  {
    name: 'batch takes legs in any order',
    harm: 'an account stands twice in one journal',
    file,
    edits: [{ find: 'bool_and(ordered AND funded AND allowed)', replace: 'bool_and(funded AND allowed)' }],
    first,
  },
  {
    name: 'batch takes a key that is in flight',
    harm: 'one key has two effects, or two answers',
    file,
    edits: [{ find: 'SELECT v_claimed[place]\n', replace: 'SELECT true\n' }],
    first,
  },
  {
    name: 'batch takes a key that was refused',
    harm: 'a late retry sends what was refused',
    file,
    edits: [
      {
        find: 'AND (SELECT s.status FROM stored_answer s WHERE s.owner = p_owners[place] AND s.key = p_keys[place]) IS NULL',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'batch fails for a key that was posted',
    harm: 'one late retry sends all others the slow way',
    file,
    edits: [
      {
        find: 'AND (SELECT j.id FROM journal j WHERE j.owner = p_owners[place] AND j.key = p_keys[place]) IS NULL',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'batch takes the same key twice',
    harm: 'one key has two effects',
    file: batcher,
    edits: [{ find: 'if (this.#inFlight.has(key)) return undefined;', replace: '' }],
    first,
  },
  {
    name: 'batch skips the limits',
    harm: 'a thief empties an account in one day',
    file,
    edits: [{ find: 'bool_and(ordered AND funded AND allowed)', replace: 'bool_and(ordered AND funded)' }],
    first,
  },
  {
    name: 'batch forgets what was sent before',
    harm: 'a limit of a batch instead of a day',
    file,
    edits: [
      { find: 'used + sum(counted) OVER history <= day_maximum', replace: 'sum(counted) OVER history <= day_maximum' },
    ],
    first,
  },
  {
    name: 'batch looks at each transfer alone',
    harm: 'many small transfers at once get past the limit of a day',
    file,
    edits: [{ find: 'used + sum(counted) OVER history <= day_maximum', replace: 'used + counted <= day_maximum' }],
    first,
  },
  {
    name: 'batch never forgets what was sent',
    harm: 'the limit of a day is one for life',
    file,
    edits: [
      {
        find: 'CASE WHEN a.day = v_day THEN a.transferred ELSE 0 END AS used',
        replace: 'a.transferred AS used',
      },
    ],
    first: ['money/limits'],
  },
  {
    name: 'batch carries yesterday on',
    harm: 'the limit of a day is one for life',
    file,
    edits: [
      {
        find: 'transferred = CASE WHEN a.limit_day = v_day THEN a.transferred ELSE 0 END + coalesce',
        replace: 'transferred = a.transferred + coalesce',
      },
    ],
    first: ['money/limits'],
  },
  {
    name: 'batch forgets what was exchanged',
    harm: 'the limit of exchanges is as often as one sends',
    file,
    edits: [
      { find: 'exchanged = CASE WHEN a.limit_day = v_day THEN a.exchanged ELSE 0 END', replace: 'exchanged = 0' },
    ],
    first: ['money/limits'],
  },
  {
    name: 'batch skips minimum and maximum',
    harm: 'a transfer of any size',
    file,
    edits: [{ find: 'AND counted BETWEEN minimum AND maximum AND', replace: 'AND' }],
    first,
  },
  {
    name: 'batch counts only its last',
    harm: 'many small transfers at once get past the limit of a day',
    file,
    edits: [
      {
        find: 'sum(CASE WHEN l.amount < 0 AND l.account / 1000 = p_owners[l.place] THEN p_limit_amounts[l.place] END) OVER history AS counted',
        replace:
          'CASE WHEN l.amount < 0 AND l.account / 1000 = p_owners[l.place] THEN p_limit_amounts[l.place] END AS counted',
      },
    ],
    first,
  },
  {
    name: 'batch counts what comes in',
    harm: 'who receives much can send nothing',
    file,
    edits: [
      {
        find: 'sum(CASE WHEN l.amount < 0 AND l.account / 1000 = p_owners[l.place] THEN',
        replace: 'sum(CASE WHEN TRUE THEN',
      },
    ],
    first,
  },
  {
    name: 'batch takes a limit that nothing counts against',
    harm: 'a limit that refuses nothing',
    file,
    edits: [{ find: 'AND count(counted) = (p_limits[place] IS NOT NULL)::int', replace: '' }],
    first,
  },
  {
    name: 'batch in any isolation level',
    harm: 'it does not see what those left whom it waited for',
    file,
    edits: [
      {
        find: "IF current_setting('transaction_isolation') <> 'read committed' THEN\n        RAISE EXCEPTION 'post_batch needs",
        replace: "IF FALSE THEN\n        RAISE EXCEPTION 'post_batch needs",
      },
    ],
    first,
  },
  {
    name: 'batch does not lock',
    harm: 'two batches that meet undo each other',
    file,
    edits: [{ find: 'ORDER BY a.id < 1000, a.id FOR NO KEY UPDATE OF a)', replace: 'ORDER BY a.id < 1000, a.id)' }],
    first: ['money/storm'],
  },
  {
    name: 'batch tells the balance before',
    harm: 'a receipt that the history contradicts',
    file,
    edits: [
      {
        find: 'SELECT account, seq, p_ids[place], amount, balance, v_at FROM entry',
        replace: 'SELECT account, seq, p_ids[place], amount, balance - amount, v_at FROM entry',
      },
    ],
    first,
  },
  {
    name: 'batch forgets all but the last move',
    harm: 'money vanishes between two lines of a history',
    file,
    edits: [
      {
        find: '(a.balance + sum(l.amount) OVER history)::bigint AS balance',
        replace: '(a.balance + l.amount)::bigint AS balance',
      },
    ],
    first,
  },
  {
    name: 'batch gives answers to the wrong callers',
    harm: 'a member gets the receipt of another',
    file: batcher,
    edits: [
      { find: 'if (entry) answers[row.place - 1] =', replace: 'if (entry) answers[entries.length - row.place] =' },
    ],
    first,
  },
  {
    name: 'single in a lane takes a key in flight',
    harm: 'one key has two answers',
    file: lane,
    edits: [
      {
        find: 'IF NOT pg_try_advisory_xact_lock(idempotency_lock(p_owner, p_key)) THEN RETURN; END IF;',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'single in a lane takes a key that was refused',
    harm: 'a late retry sends what was refused',
    file: lane,
    edits: [
      {
        find: 'OR EXISTS (SELECT 1 FROM stored_answer WHERE owner = p_owner AND key = p_key)',
        replace: '',
      },
    ],
    first: ['money/batcher', 'transfers'],
  },
];
