-- What was shown beside the reward when a choice for the end of a term was made, and holds with it: the days of another term, and
-- the fee of a payout (USDT). NULL: chosen before there was such a thing.
ALTER TABLE stake
  ADD COLUMN accepts_days integer CHECK (accepts_days > 0),
  ADD COLUMN accepts_fee bigint CHECK (accepts_fee >= 0);
