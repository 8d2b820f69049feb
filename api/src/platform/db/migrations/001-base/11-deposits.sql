-- Deposits from a chain: members' addresses, the transfers to them, and how far each chain has been read.
-- What a node said is kept as bytes, so that one thing has one form.

-- Of BIP-32. Index 0 is the key's check address, which configurations show: no member gets it.
CREATE SEQUENCE deposit_index_bsc  AS integer START 1;
CREATE SEQUENCE deposit_index_tron AS integer START 1;

CREATE TABLE deposit_address (
  member_id        bigint NOT NULL REFERENCES member,
  chain            text NOT NULL CHECK (chain IN ('BSC', 'TRON')),
  derivation_index integer NOT NULL CHECK (derivation_index > 0),
  -- As checkAddress writes it, and as the chain's logs have it.
  address          text NOT NULL,
  account          bytea NOT NULL CHECK (octet_length(account) = 20),
  created_at       timestamptz NOT NULL,
  verified_at      timestamptz,
  PRIMARY KEY (member_id, chain),
  UNIQUE (chain, derivation_index),
  UNIQUE (chain, address),
  UNIQUE (chain, account)
);

-- A transfer of the chain's token to such an address, deep enough in the chain to stay.
CREATE TABLE deposit_transfer (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain        text NOT NULL CHECK (chain IN ('BSC', 'TRON')),
  token        bytea NOT NULL CHECK (octet_length(token) = 20),
  transaction  bytea NOT NULL CHECK (octet_length(transaction) = 32),
  -- Place among the transaction's own logs. Its place in the block changes when the block is made anew.
  ordinal      integer NOT NULL CHECK (ordinal >= 0),
  block        bigint NOT NULL,
  block_hash   bytea NOT NULL CHECK (octet_length(block_hash) = 32),
  block_time   timestamptz NOT NULL,
  sender       bytea NOT NULL CHECK (octet_length(sender) = 20),
  account      bytea NOT NULL,
  member_id    bigint NOT NULL REFERENCES member,
  -- In the token's smallest units, and in ours, cut.
  units        numeric(78, 0) NOT NULL CHECK (units > 0),
  usdt         bigint NOT NULL CHECK (usdt >= 0),
  -- What it is worth by the rate of its block's time; below the minimum nothing is worked out.
  usd          bigint CHECK (usd > 0),
  fee          bigint CHECK (fee >= 0),
  rate         bigint REFERENCES market_rate,
  -- The minimum of that time.
  minimum      bigint NOT NULL,
  state        text NOT NULL CHECK (state IN ('credited', 'below_minimum', 'held_unverified')),
  -- The journal that credited it, which is its record.
  journal      uuid,
  recorded_at  timestamptz NOT NULL,
  credited_at  timestamptz,
  UNIQUE (chain, transaction, ordinal),
  CHECK ((state = 'below_minimum') = (usd IS NULL) AND (usd IS NULL) = (rate IS NULL) AND (usd IS NULL) = (fee IS NULL)),
  CHECK ((state = 'credited') = (journal IS NOT NULL) AND (journal IS NULL) = (credited_at IS NULL))
);
CREATE INDEX deposit_transfer_member ON deposit_transfer (member_id, id DESC);

-- Transfers that are not deep enough yet, as of the last look: written anew with each, and never money.
CREATE TABLE deposit_preview (
  chain       text NOT NULL,
  transaction bytea NOT NULL,
  log_index   integer NOT NULL,
  block       bigint NOT NULL,
  block_time  timestamptz NOT NULL,
  member_id   bigint NOT NULL,
  usdt        bigint NOT NULL,
  PRIMARY KEY (chain, transaction, log_index)
);
CREATE INDEX deposit_preview_member ON deposit_preview (member_id);

-- How far a chain has been read: main credits, audit reads the same once more by another provider.
CREATE TABLE chain_cursor (
  chain         text NOT NULL CHECK (chain IN ('BSC', 'TRON')),
  token         bytea NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('main', 'audit')),
  next_block    bigint NOT NULL CHECK (next_block >= 0),
  -- Of the block before next_block, once one was read: if it is another now, what was credited may be gone.
  last_hash     bytea,
  span          integer NOT NULL CHECK (span > 0),
  head          bigint NOT NULL DEFAULT 0,
  looked_at     timestamptz,
  -- It stays so until somebody says why it may go on.
  halted_at     timestamptz,
  halted_reason text,
  -- Which process works, so that others spare themselves the calls; the row's lock alone keeps it right.
  worker        uuid,
  leased_until  timestamptz,
  PRIMARY KEY (chain, token, kind),
  CHECK ((halted_at IS NULL) = (halted_reason IS NULL))
);

GRANT SELECT, INSERT, UPDATE (verified_at) ON deposit_address TO trellis_app;
GRANT USAGE ON SEQUENCE deposit_index_bsc, deposit_index_tron TO trellis_app;
GRANT SELECT, INSERT, UPDATE (state, journal, credited_at) ON deposit_transfer TO trellis_app;
GRANT SELECT, INSERT, DELETE ON deposit_preview TO trellis_app;
GRANT SELECT, INSERT, UPDATE ON chain_cursor TO trellis_app;
