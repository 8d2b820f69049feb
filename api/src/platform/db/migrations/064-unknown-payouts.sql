-- Since when every node that is asked knows no transaction of this name, neither in a block nor waiting for one. NULL: one knows it,
-- or none was asked yet.
ALTER TABLE withdrawal_payout ADD COLUMN unknown_since timestamptz;
GRANT UPDATE (unknown_since) ON withdrawal_payout TO trellis_app;
