-- A deposit that stands aside as too little is sent back, once two people have said so: the transfer goes the way of a
-- withdrawal, so that it is reviewed, paid and looked up on the chain as any other.

-- What is asked for, and where to; what came of it are its withdrawals.
CREATE TABLE deposit_return (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit      bigint NOT NULL REFERENCES deposit_transfer,
  -- As checkAddress writes it.
  address      text NOT NULL,
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at)
);
CREATE INDEX deposit_return_of ON deposit_return (deposit, id);
GRANT SELECT ON deposit_return TO trellis_app;
COMMENT ON TABLE deposit_return IS 'kept: what was decided, and by whom';

-- Nothing was worked out of what goes back: it is worth what it is.
ALTER TABLE deposit_transfer DROP CONSTRAINT deposit_transfer_state_check;
ALTER TABLE deposit_transfer ADD CONSTRAINT deposit_transfer_state_check
  CHECK (state IN ('credited', 'below_minimum', 'held_unverified', 'returning', 'returned'));
ALTER TABLE deposit_transfer DROP CONSTRAINT deposit_transfer_check;
ALTER TABLE deposit_transfer ADD CONSTRAINT deposit_transfer_valued
  CHECK ((state IN ('below_minimum', 'returning', 'returned')) = (usd IS NULL) AND (usd IS NULL) = (rate IS NULL)
    AND (usd IS NULL) = (fee IS NULL));

-- A withdrawal of what a member has, a payout from one of their contracts, or a deposit that goes back.
ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_origin_check;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_origin_check
  CHECK (origin IN ('balance', 'stake_close', 'stake_profit', 'deposit_return'));
ALTER TABLE withdrawal ADD COLUMN deposit_return bigint REFERENCES deposit_return;
CREATE UNIQUE INDEX withdrawal_of_deposit_return ON withdrawal (deposit_return) WHERE deposit_return IS NOT NULL;
ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_of_a_stake;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_of_its_origin
  CHECK ((origin LIKE 'stake%') = (stake IS NOT NULL) AND (origin = 'deposit_return') = (deposit_return IS NOT NULL));

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'deposit_return', 'deposit_restore', 'transfer', 'exchange', 'hold', 'settlement',
  'release', 'reversal', 'pool_funding', 'package_purchase', 'package_release', 'stake_start', 'stake_profit', 'stake_term',
  'stake_redeem', 'stake_restore', 'bonus_close', 'team_bonus', 'bonus_correction'));
