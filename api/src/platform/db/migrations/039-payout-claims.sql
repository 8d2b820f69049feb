-- What a payout really paid, where that is another amount than was ordered, or where it was found after two people had voided
-- it: its member has it, so nothing of it is given back, and two people settle it.
ALTER TABLE withdrawal_payout
  ADD COLUMN paid bigint CHECK (paid > 0),
  DROP CONSTRAINT withdrawal_payout_state_check,
  ADD CONSTRAINT withdrawal_payout_state_check CHECK (state IN ('recorded', 'seen', 'mismatched', 'confirmed', 'invalid')),
  DROP CONSTRAINT withdrawal_payout_check,
  ADD CONSTRAINT withdrawal_payout_check CHECK ((state IN ('invalid', 'mismatched')) = (fault IS NOT NULL)),
  DROP CONSTRAINT withdrawal_payout_check2,
  ADD CONSTRAINT withdrawal_payout_check2
    CHECK (NOT verifiable OR confirmed_by IS NULL OR confirmed_by LIKE 'chain:%' OR paid IS NOT NULL),
  ADD CONSTRAINT withdrawal_payout_paid CHECK (state <> 'mismatched' OR paid IS NOT NULL AND ordinal IS NOT NULL);
GRANT UPDATE (paid) ON withdrawal_payout TO trellis_app;

-- Who is paying an approved withdrawal, from before custody signs until the transaction is named.
CREATE TABLE payout_claim (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal uuid NOT NULL REFERENCES withdrawal,
  claimed_by text NOT NULL CHECK (claimed_by ~ '^[a-z]+:.'),
  claimed_at timestamptz NOT NULL,
  ended_by   text,
  ended_at   timestamptz,
  CHECK (num_nulls(ended_by, ended_at) IN (0, 2))
);
CREATE UNIQUE INDEX payout_claim_open ON payout_claim (withdrawal) WHERE ended_at IS NULL;
COMMENT ON TABLE payout_claim IS 'kept: money and its proofs';
GRANT SELECT ON payout_claim TO trellis_app;
