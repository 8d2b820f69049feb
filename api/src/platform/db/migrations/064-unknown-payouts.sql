-- Since when every node that is asked knows no transaction of this name, neither in a block nor waiting for one, and when they were
-- last asked. NULL: one knows it, or none was asked yet.
ALTER TABLE withdrawal_payout ADD COLUMN unknown_since timestamptz, ADD COLUMN unknown_at timestamptz,
  ADD CHECK ((unknown_since IS NULL) = (unknown_at IS NULL));
GRANT UPDATE (unknown_since, unknown_at) ON withdrawal_payout TO trellis_app;

-- Lists ask of each withdrawal what became of its payouts, also of those that are no more.
CREATE INDEX withdrawal_payout_withdrawal ON withdrawal_payout (withdrawal);
