-- What a reader could not record is read once more at an operator's word, and closed by its deposit or by two people.
ALTER TABLE chain_fault
  -- It stands in a block up to this; `NULL`: recorded before that was kept, somewhere in the range that was read then.
  ADD COLUMN last_block bigint,
  -- Who wants it to be read once more.
  ADD COLUMN look_asked_by text CHECK (look_asked_by ~ '^[a-z]+:.'),
  ADD COLUMN look_asked_at timestamptz,
  -- What the reader found then.
  ADD COLUMN looked_at timestamptz,
  ADD COLUMN finding text CHECK (finding IN ('unreadable', 'absent', 'notKept')),
  -- What it turned out to be; `NULL` once closed: no deposit.
  ADD COLUMN deposit bigint UNIQUE REFERENCES deposit_transfer,
  ADD CONSTRAINT chain_fault_blocks CHECK (last_block >= block),
  ADD CONSTRAINT chain_fault_asked CHECK (num_nulls(look_asked_by, look_asked_at) IN (0, 2)),
  ADD CONSTRAINT chain_fault_looked CHECK (num_nulls(looked_at, finding) IN (0, 2)),
  ADD CONSTRAINT chain_fault_deposit CHECK (deposit IS NULL OR closed_at IS NOT NULL);
-- It is closed by functions alone (sql/chain-faults.sql).
REVOKE UPDATE (closed_at, closed_by, closed_reason) ON chain_fault FROM trellis_app;
GRANT UPDATE (look_asked_by, look_asked_at, looked_at, finding) ON chain_fault TO trellis_app;
CREATE INDEX chain_fault_open ON chain_fault (id) WHERE closed_at IS NULL;
