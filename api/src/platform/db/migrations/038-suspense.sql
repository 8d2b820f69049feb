-- A deposit that cannot be priced, or that a guard refuses, waits in suspense with its reason, and nothing waits with it.
ALTER TABLE deposit_transfer
  ADD COLUMN reason text CHECK (reason ~ '[^[:space:]]'),
  -- When it was priced, where that was not possible at the time of its block.
  ADD COLUMN priced_at timestamptz,
  DROP CONSTRAINT deposit_transfer_state_check,
  ADD CONSTRAINT deposit_transfer_state_check
    CHECK (state IN ('credited', 'below_minimum', 'held_unverified', 'suspense', 'returning', 'returned')),
  DROP CONSTRAINT deposit_transfer_valued,
  ADD CONSTRAINT deposit_transfer_valued
    CHECK ((state IN ('below_minimum', 'suspense', 'returning', 'returned')) = (usd IS NULL) AND (usd IS NULL) = (rate IS NULL)
      AND (usd IS NULL) = (fee IS NULL)),
  ADD CONSTRAINT deposit_transfer_reason CHECK (state <> 'suspense' OR reason IS NOT NULL),
  ADD CONSTRAINT deposit_transfer_priced CHECK (priced_at IS NULL OR rate IS NOT NULL);

-- What a reader could not even record: it is passed over, and somebody has to look.
CREATE TABLE chain_fault (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain       text NOT NULL CHECK (chain IN ('BSC', 'TRON')),
  block       bigint NOT NULL CHECK (block >= 0),
  transaction text NOT NULL,
  log_index   text NOT NULL,
  -- The log as the node gave it, at most 4,000 characters of it.
  log         text NOT NULL,
  reason      text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  recorded_at timestamptz NOT NULL,
  closed_at   timestamptz,
  closed_by   text,
  closed_reason text CHECK (closed_reason ~ '[^[:space:]]'),
  CHECK (num_nulls(closed_at, closed_by, closed_reason) IN (0, 3)),
  UNIQUE (chain, transaction, log_index)
);
COMMENT ON TABLE chain_fault IS 'kept: money and its proofs';
GRANT SELECT, INSERT ON chain_fault TO trellis_app;
GRANT UPDATE (closed_at, closed_by, closed_reason) ON chain_fault TO trellis_app;

-- The audit looks up those of a chain in the order in which they were recorded.
CREATE INDEX deposit_transfer_chain ON deposit_transfer (chain, id);

-- The first block of the chain that is read, by which a node of another one is known.
ALTER TABLE chain_cursor ADD COLUMN genesis bytea CHECK (octet_length(genesis) = 32);
