-- The ledger: double entry in integer minor units.
--
-- An account's id says what it is: owner × 1000 + code, and code alone (below 1000) for the house. account_kind names
-- every code; ledger/accounts.ts holds the same list, and a test compares the two. The application's role can read all
-- of this and write none of it: sql/post.sql runs as the owner, and is the only way in.

CREATE TABLE account_kind (
  code   smallint PRIMARY KEY CHECK (code BETWEEN 1 AND 999),
  unit   text NOT NULL,
  kind   text NOT NULL,
  member boolean NOT NULL,
  floor  bigint NOT NULL,
  UNIQUE (unit, kind)
);
INSERT INTO account_kind (code, unit, kind, member, floor) VALUES
  (101, 'USD',  'available',           true,  0),
  (102, 'USD',  'pending',             true,  0),
  (111, 'USDT', 'available',           true,  0),
  (112, 'USDT', 'pending',             true,  0),
  (121, 'USDP', 'active',              true,  0),
  (122, 'USDP', 'locked',              true,  0),
  (131, 'RP',   'available',           true,  0),
  (141, 'CP',   'principal',           true,  0),
  -- What the house holds or owes the outside world: negative by what members and pools hold.
  (201, 'USD',  'custody',             false, -9000000000000000000),
  (211, 'USDT', 'custody',             false, -9000000000000000000),
  (221, 'USDP', 'issued',              false, -9000000000000000000),
  (231, 'RP',   'issued',              false, -9000000000000000000),
  (241, 'CP',   'issued',              false, -9000000000000000000),
  -- Reserves, in USD, one to one with what they back.
  (301, 'USD',  'reserve:USDP',        false, 0),
  (302, 'USD',  'reserve:RP',          false, 0),
  (303, 'USD',  'reserve:CP',          false, 0),
  (401, 'USD',  'fee',                 false, 0),
  (411, 'USDT', 'fee',                 false, 0),
  (501, 'USD',  'rounding',            false, 0),
  (511, 'USDT', 'rounding',            false, 0),
  (521, 'USDP', 'rounding',            false, 0),
  -- Funded by the operator; a reward is promised only out of what is free in its pool.
  (601, 'USD',  'pool:package-reward', false, 0),
  (602, 'USD',  'pool:stake-reward',   false, 0),
  (603, 'USD',  'pool:team-bonus',     false, 0),
  -- Rewards that are promised and not yet paid.
  (604, 'USD',  'committed:reward',    false, 0),
  -- The house's open position between two units: what it took in one, it gave in the other.
  (701, 'USD',  'exchange',            false, -9000000000000000000),
  (711, 'USDT', 'exchange',            false, -9000000000000000000),
  -- Deposits below the minimum or on an unverified address: somebody's money, never revenue.
  (811, 'USDT', 'suspense',            false, 0);

-- The code has no foreign key: it would be checked with every change of a balance, and none changes the code. post
-- takes it from account_kind, the CHECK on the id ties it to the account, and the verifier looks whether there is such a
-- kind.
CREATE TABLE account (
  id          bigint PRIMARY KEY,
  owner       bigint NOT NULL,
  code        smallint NOT NULL,
  balance     bigint NOT NULL DEFAULT 0,
  floor       bigint NOT NULL,
  seq         bigint NOT NULL DEFAULT 0,
  -- What has been used of a day's limits, counted by the change that moves the balance: in a table of its own it cost
  -- one more row and index entry for each transfer, about an eighth of all that Postgres does for one. All counters
  -- belong to limit_day: on another day they are zero. Days are UTC.
  limit_day   date NOT NULL DEFAULT '2000-01-01',
  transferred bigint NOT NULL DEFAULT 0,
  exchanged   bigint NOT NULL DEFAULT 0,
  withdrawn   bigint NOT NULL DEFAULT 0,
  CHECK (balance >= floor),
  CHECK (id = owner * 1000 + code)
) WITH (fillfactor = 60);
INSERT INTO account (id, owner, code, floor) SELECT code, 0, code, floor FROM account_kind WHERE NOT member;

CREATE TABLE journal (
  owner        bigint NOT NULL,
  key          text NOT NULL,
  id           uuid NOT NULL,
  request_hash bytea NOT NULL,
  -- The list is ledger/journalKinds.ts; a start compares the two.
  kind         text NOT NULL CONSTRAINT journal_kind_known CHECK (kind IN (
    'opening', 'deposit', 'deposit_aside', 'transfer', 'hold', 'settlement', 'release', 'exchange', 'reversal')),
  memo         jsonb NOT NULL,
  recorded_at  timestamptz NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX journal_id ON journal (id);
-- Journals lie in the order of their time, nearly, so block ranges find a stretch of it; a B-tree would cost every
-- posting an entry.
CREATE INDEX journal_recorded_at ON journal USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE posting (
  account       bigint NOT NULL,
  seq           bigint NOT NULL,
  journal       uuid NOT NULL,
  amount        bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint NOT NULL,
  recorded_at   timestamptz NOT NULL,
  PRIMARY KEY (account, seq)
);
-- The postings of a journal are found by its time, which is theirs too: in an account by halving, over all accounts by
-- block ranges, as journals are. A B-tree by journal cost three entries a transfer, a sixteenth of what one costs.
CREATE INDEX posting_recorded_at ON posting USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on);
-- A journal has two or three postings. Guessed from a sample, it may seem to have most of them, and a look-up by
-- journal is then planned as a pass over the table.
ALTER TABLE posting ALTER COLUMN journal SET (n_distinct = -0.4);

CREATE TABLE money_hold (
  owner     bigint NOT NULL,
  id        uuid NOT NULL,
  source    bigint NOT NULL,
  pending   bigint NOT NULL,
  amount    bigint NOT NULL CHECK (amount > 0),
  state     text NOT NULL CHECK (state IN ('open', 'settled', 'released')),
  settled   bigint NOT NULL DEFAULT 0 CHECK (settled BETWEEN 0 AND amount),
  ended_by  uuid,
  PRIMARY KEY (owner, id),
  CHECK ((state = 'open') = (ended_by IS NULL)),
  CHECK ((state = 'settled') = (settled > 0))
);
CREATE INDEX money_hold_open ON money_hold (pending) WHERE state = 'open';

CREATE TABLE journal_reversal (
  owner       bigint NOT NULL,
  journal     uuid NOT NULL,
  reversed_by uuid NOT NULL UNIQUE,
  PRIMARY KEY (owner, journal)
);

-- What was answered to a call under an idempotency key, where no journal tells it.
CREATE TABLE stored_answer (
  owner        bigint NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  status       smallint NOT NULL,
  -- json, not jsonb: a replay is the very text that was answered.
  body         json NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key)
);

GRANT SELECT ON account_kind, account, journal, posting, money_hold, journal_reversal TO trellis_app;
GRANT SELECT, INSERT ON stored_answer TO trellis_app;
