import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/post.sql';
const history = 'api/src/ledger/ledger.sql';
const ledger = 'api/src/ledger/ledger.ts';
const idempotency = 'api/src/platform/http/idempotency.ts';

/** Makes a condition of the SQL never hold. */
const never = 'FALSE AND';

/** One journal: its key, its legs, its locks. */
export const postingMutants: readonly Mutant[] = [
  {
    name: 'no lock order',
    harm: 'two opposite transfers wait for each other',
    file: ledger,
    edits: [{ find: 'return a.account < b.account ? -1 : 1;', replace: 'return 0;' }],
    first: ['ledger/storm', 'ledger/ledger'],
  },
  {
    name: 'lock order not checked',
    harm: 'a careless caller brings deadlocks about',
    file,
    edits: [{ find: 'IF i > 1 AND (p_accounts[i]', replace: `IF ${never} i > 1 AND (p_accounts[i]` }],
    first: ['ledger/results', 'ledger/ledger'],
  },
  {
    name: 'no key check',
    harm: 'a retry is not answered as the first time',
    file,
    edits: [
      { find: 'FROM journal j WHERE j.owner = p_owner AND j.key = p_key;', replace: 'FROM journal j WHERE FALSE;' },
    ],
    first: ['ledger/results', 'ledger/ledger'],
  },
  {
    name: 'key ignored',
    harm: 'every retry is a second transfer',
    file,
    edits: [
      {
        find: 'VALUES (p_owner, p_key, p_id, p_hash, p_kind, p_memo, at);',
        replace: 'VALUES (p_owner, gen_random_uuid()::text, p_id, p_hash, p_kind, p_memo, at);',
      },
    ],
    first: ['ledger/storm', 'ledger/ledger'],
  },
  {
    name: 'key of any owner',
    harm: 'a member gets the answer of another',
    file,
    edits: [
      {
        find: 'FROM journal j WHERE j.owner = p_owner AND j.key = p_key;',
        replace: 'FROM journal j WHERE j.key = p_key;',
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'request hash not compared',
    harm: 'another amount under an old key seems to be sent',
    file,
    edits: [{ find: 'IF v_hash <> p_hash THEN', replace: `IF ${never} v_hash <> p_hash THEN` }],
    first: ['ledger/results'],
  },
  {
    name: 'request hash not compared in HTTP',
    harm: 'another amount under an old key seems to be sent',
    file: idempotency,
    edits: [
      {
        find: 'stored.requestHash.equals(call.requestHash)',
        replace: 'true',
      },
    ],
    first: ['transfers/transfers'],
  },
  {
    name: 'a key that was asked for stays open',
    harm: 'the page says that no money moved, and then it moves',
    file: idempotency,
    edits: [{ find: 'if (!stored) {', replace: 'if (false as boolean) {' }],
    first: ['transfers/transfers', 'http/idempotency'],
  },
  {
    name: 'zero-sum check dropped',
    harm: 'money out of nothing',
    file,
    edits: [
      {
        find: 'GROUP BY k.unit HAVING sum(leg.amount) <> 0 OR k.unit IS NULL)',
        replace: 'GROUP BY k.unit HAVING FALSE)',
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'zero sum over all units',
    harm: 'a dollar becomes a point',
    file,
    edits: [
      {
        find: 'GROUP BY k.unit HAVING sum(leg.amount) <> 0 OR k.unit IS NULL)',
        replace: 'HAVING sum(leg.amount) <> 0)',
      },
    ],
    first: ['ledger/ledger'],
  },
  {
    name: 'floor check dropped',
    harm: 'a balance below zero',
    file,
    edits: [{ find: 'AND balance + p_amounts[i] >= floor RETURNING', replace: 'RETURNING' }],
    first: ['ledger/results'],
  },
  {
    name: 'isolation not asserted',
    harm: 'a key that was just used is not seen',
    file,
    edits: [
      {
        find: "IF current_setting('transaction_isolation') <> 'read committed' THEN\n    RAISE EXCEPTION 'post needs",
        replace: "IF FALSE THEN\n    RAISE EXCEPTION 'post needs",
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'sequence not counted up',
    harm: 'a history with two lines of one number',
    file,
    edits: [
      {
        find: 'SET balance = balance + p_amounts[i], seq = seq + 1',
        replace: 'SET balance = balance + p_amounts[i], seq = seq + 1 + (p_amounts[i] > 1000)::int',
      },
    ],
    first: ['ledger/ledger', 'ledger/quotes'],
  },
  {
    name: 'sequence of a first posting',
    harm: 'a history that begins with a gap',
    file,
    edits: [
      {
        find: 'SELECT p_accounts[i], p_accounts[i] / 1000, k.code, p_amounts[i], k.floor, 1\n',
        replace: 'SELECT p_accounts[i], p_accounts[i] / 1000, k.code, p_amounts[i], k.floor, 2\n',
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'first posting forgets who was faster',
    harm: 'money vanishes when two pay a new member at once',
    file,
    edits: [
      {
        find: 'DO UPDATE SET balance = a.balance + excluded.balance, seq = a.seq + 1',
        replace: 'DO UPDATE SET balance = excluded.balance, seq = a.seq + 1',
      },
    ],
    first: ['ledger/storm'],
  },
  {
    name: 'time before the locks',
    harm: 'a history whose times run backwards, and statements that do not add up',
    file,
    edits: [{ find: '\n  at := product_now();', replace: '\n  at := now();' }],
    first: ['ledger/storm', 'transfers/transfers'],
  },
  {
    name: 'journal not append-only',
    harm: 'history can be rewritten',
    file: history,
    edits: [
      {
        find: 'CREATE OR REPLACE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal',
        replace: 'CREATE OR REPLACE TRIGGER journal_append_only BEFORE UPDATE ON journal',
      },
    ],
    first: ['ledger/results', 'ledger/rights'],
  },
  {
    name: 'posting not append-only',
    harm: 'history can be rewritten',
    file: history,
    edits: [
      {
        find: 'CREATE OR REPLACE TRIGGER posting_append_only BEFORE UPDATE OR DELETE ON posting',
        replace: 'CREATE OR REPLACE TRIGGER posting_append_only BEFORE DELETE ON posting',
      },
    ],
    first: ['ledger/rights'],
  },
  {
    name: 'key ignored in HTTP',
    harm: 'every retry is a second transfer',
    file: idempotency,
    edits: [{ find: 'return header.toLowerCase();', replace: 'return crypto.randomUUID();' }],
    first: 'kill run',
  },
];
