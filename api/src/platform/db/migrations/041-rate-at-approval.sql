-- A payout whose rate moves is fixed as it is approved; this is the least that its member accepts, in minor units of the asset.
-- NULL: what was shown is what is sent, as it is of USDT, and of all that were asked for before.
ALTER TABLE withdrawal ADD COLUMN accepts_from bigint CHECK (accepts_from > 0 AND accepts_from <= received);
