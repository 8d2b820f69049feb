import type { Mutant } from './mutant.ts';

/** `post_many`, and the calls around it. */
const file = 'api/src/ledger/post-batch.sql';
const receipts = 'api/src/ledger/statement.sql';
const batcher = 'api/src/ledger/batcher.ts';
const first = ['ledger/batcher'];

/** Many journals in one call: whatever one of them could not do alone, it cannot do in company. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'batch counts its own inflow as funds',
    harm: 'money is spent before it is there',
    file,
    edits: [
      {
        find: 'IF v_amount < 0 THEN\n        v_funds[v_slot] := v_funds[v_slot] + v_amount;',
        replace: 'v_funds[v_slot] := v_funds[v_slot] + v_amount;\n      IF v_amount < 0 THEN',
      },
    ],
    first,
  },
  {
    name: 'batch looks at each debit alone',
    harm: 'a balance below zero by two debits at once',
    file,
    edits: [
      {
        find: 'v_funds[v_slot] := v_funds[v_slot] + v_amount;\n        v_sound := v_funds[v_slot] >= v_floors[v_slot];',
        replace: 'v_sound := v_funds[v_slot] + v_amount >= v_floors[v_slot];',
      },
    ],
    first,
  },
  {
    name: 'batch does not look at funds',
    harm: 'a balance below zero',
    file,
    edits: [{ find: 'v_sound := v_funds[v_slot] >= v_floors[v_slot];', replace: '' }],
    first,
  },
  {
    name: 'batch skips the zero sum',
    harm: 'money out of nothing',
    file,
    edits: [{ find: 'AND v_sum = 0 AND (NOT v_is_mixed OR 0 = ALL (v_more_sums))', replace: '' }],
    first,
  },
  {
    name: 'batch mixes units',
    harm: 'a dollar becomes a point',
    file,
    edits: [{ find: 'IF v_units[v_slot] = v_unit THEN', replace: 'IF TRUE THEN' }],
    first,
  },
  {
    name: 'batch sums only the first unit of a journal',
    harm: 'a reward that no pool pays for',
    file,
    edits: [{ find: 'AND (NOT v_is_mixed OR 0 = ALL (v_more_sums))', replace: '' }],
    first,
  },
  {
    name: 'batch mixes all units but the first',
    harm: 'a point becomes a share',
    file,
    edits: [{ find: 'array_position(v_more_units, v_units[v_slot])', replace: 'nullif(cardinality(v_more_units), 0)' }],
    first,
  },
  {
    name: 'batch takes accounts that are not there',
    harm: 'money goes to nobody',
    file,
    edits: [{ find: 'v_ids[v_slot] = p_accounts[v_last] AND', replace: '' }],
    first,
  },
  {
    name: 'batch takes legs in any order',
    harm: 'an account stands twice in one journal',
    file,
    edits: [{ find: 'AND v_slot > v_slot_before', replace: '' }],
    first,
  },
  {
    name: 'batch takes a key that is in flight',
    harm: 'one key has two effects, or two answers',
    file,
    edits: [{ find: 'SELECT claimed\n', replace: 'SELECT true\n' }],
    first,
  },
  {
    name: 'batch takes a key that was refused',
    harm: 'a late retry sends what was refused',
    file,
    edits: [
      {
        find: 'AND (SELECT s.status FROM stored_answer s WHERE s.owner = request.owner AND s.key = request.key) IS NULL',
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
        find: 'AND (SELECT j.id FROM journal j WHERE j.owner = request.owner AND j.key = request.key) IS NULL',
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
    edits: [{ find: 'IF v_sound AND p_limits[v_place] IS NOT NULL THEN', replace: 'IF FALSE THEN' }],
    first,
  },
  {
    name: 'batch forgets what was sent before',
    harm: 'a limit of a batch instead of a day',
    file,
    edits: [
      {
        find: 'IF v_days[v_payer] <> v_day THEN v_days[v_payer]',
        replace: 'IF v_certain[v_place] THEN v_days[v_payer]',
      },
    ],
    first,
  },
  {
    name: 'batch looks at each transfer alone',
    harm: 'many small transfers at once get past the limit of a day',
    file,
    edits: [
      {
        find: 'IF v_sound THEN v_transferred[v_payer] := v_transferred[v_payer] + p_limit_amounts[v_place]; END IF;',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'batch never forgets what was sent',
    harm: 'the limit of a day is one for life',
    file,
    edits: [
      {
        find: 'v_days[v_payer] := v_day; v_transferred[v_payer] := 0;',
        replace: 'v_days[v_payer] := v_day;',
      },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'batch carries yesterday on',
    harm: 'the limit of a day is one for life',
    file,
    edits: [
      {
        find: 'transferred = CASE WHEN moved.day = v_day THEN moved.transferred ELSE 0 END',
        replace: 'transferred = moved.transferred',
      },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'batch forgets what was exchanged',
    harm: 'the limit of exchanges is as often as one sends',
    file,
    edits: [
      { find: 'exchanged = CASE WHEN a.limit_day = v_day THEN a.exchanged ELSE 0 END', replace: 'exchanged = 0' },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'batch skips minimum and maximum',
    harm: 'a transfer of any size',
    file,
    edits: [{ find: 'p_limit_amounts[v_place] BETWEEN v_rule.minimum AND v_rule.maximum', replace: 'TRUE' }],
    first,
  },
  {
    name: 'batch counts only its last',
    harm: 'many small transfers at once get past the limit of a day',
    file,
    edits: [
      {
        find: 'v_transferred[v_payer] := v_transferred[v_payer] + p_limit_amounts[v_place];',
        replace: 'v_transferred[v_payer] := p_limit_amounts[v_place];',
      },
    ],
    first,
  },
  {
    name: 'batch counts what comes in',
    harm: 'who receives much can send nothing',
    file,
    edits: [{ find: 'IF p_accounts[v_last] / 1000 = p_owners[v_place] THEN', replace: 'IF TRUE THEN' }],
    first,
  },
  {
    name: 'batch takes a limit that nothing counts against',
    harm: 'a limit that refuses nothing',
    file,
    edits: [{ find: 'AND v_payers = 1 AND', replace: 'AND' }],
    first,
  },
  {
    name: 'batch in any isolation level',
    harm: 'it does not see what those left whom it waited for',
    file,
    edits: [
      {
        find: "IF current_setting('transaction_isolation') <> 'read committed' THEN\n    RAISE EXCEPTION 'post_many needs",
        replace: "IF FALSE THEN\n    RAISE EXCEPTION 'post_many needs",
      },
    ],
    first,
  },
  {
    name: 'batch does not lock',
    harm: 'two batches that meet undo each other',
    file,
    edits: [{ find: 'ORDER BY lock_rank(a.id) FOR NO KEY UPDATE OF a)', replace: 'ORDER BY lock_rank(a.id))' }],
    first: ['ledger/storm'],
  },
  {
    name: 'batch reports the balance before',
    harm: 'a receipt that the history contradicts',
    file,
    edits: [
      {
        find: 'SELECT account, seq, p_ids[leg.place], amount, balance, at\n',
        replace: 'SELECT account, seq, p_ids[leg.place], amount, balance - amount, at\n',
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
        find: 'v_balances_after[v_last] := v_balances[v_slot];',
        replace: 'v_balances_after[v_last] := v_balances[v_slot]; v_balances[v_slot] := v_balances[v_slot] - v_amount;',
      },
    ],
    first,
  },
  {
    name: 'batch reports another balance than it writes',
    harm: 'a receipt that the history contradicts',
    file,
    edits: [
      {
        find: 'balances := array_remove(v_balances_after, NULL);',
        replace: 'balances := array_remove(v_seqs_after, NULL);',
      },
    ],
    first,
  },
  {
    name: 'receipt of whoever was in the batch',
    harm: 'a retry is notified of another transfer',
    file: receipts,
    edits: [{ find: 'WHERE account = p_account AND journal = p_journal\n', replace: 'WHERE account = p_account\n' }],
    first: ['transfers/transfers', 'transfers/storm'],
  },
  {
    name: 'batch gives answers to the wrong callers',
    harm: 'a member gets the receipt of another',
    file: batcher,
    edits: [{ find: 'answers[place - 1] = postedJournal', replace: 'answers[entries.length - place] = postedJournal' }],
    first,
  },
  {
    name: 'batch keeps what a journal in doubt moved',
    harm: 'money out of nothing',
    file,
    edits: [{ find: 'v_balances[v_slot] := v_balances[v_slot] - p_amounts[v_leg];', replace: '' }],
    first,
  },
  {
    name: 'batch keeps the numbers of a journal in doubt',
    harm: 'a history with a gap',
    file,
    edits: [{ find: 'v_seqs[v_slot] := v_seqs[v_slot] - 1;', replace: '' }],
    first,
  },
  {
    name: 'batch keeps what a journal in doubt would pay',
    harm: 'who could not send one amount cannot send another',
    file,
    edits: [
      {
        find: 'IF p_amounts[v_leg] < 0 THEN v_funds[v_slot] := v_funds[v_slot] - p_amounts[v_leg]; END IF;',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'batch writes the legs of a journal in doubt',
    harm: 'lines of a history that belong to nothing',
    file,
    edits: [{ find: 'v_seqs_after[v_leg] := NULL;', replace: '' }],
    first,
  },
  {
    name: 'batch answers with the balances of others',
    harm: 'a member reads in a receipt what another one has',
    file: batcher,
    edits: [{ find: 'leg += entry.legs.length;', replace: '' }],
    first,
  },
];
