-- Corrections of the team bonus: where a bonus was wrong, two people put it right between a member and the pool.

-- What is asked for, and what came of it: the journal under its key. `amount` is in minor units of USD: to the member, or below
-- zero back into the pool.
CREATE TABLE bonus_correction (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member       bigint NOT NULL,
  amount       bigint NOT NULL CHECK (amount <> 0 AND amount BETWEEN -1000000000000000 AND 1000000000000000),
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at)
);
CREATE INDEX bonus_correction_of_member ON bonus_correction (member, id);
GRANT SELECT ON bonus_correction TO trellis_app;

COMMENT ON TABLE bonus_correction IS 'kept: what was decided, and by whom';

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'transfer', 'exchange', 'hold', 'settlement', 'release', 'reversal', 'pool_funding',
  'package_purchase', 'package_release', 'stake_start', 'stake_profit', 'stake_term', 'stake_redeem', 'stake_restore',
  'bonus_close', 'team_bonus', 'bonus_correction'));
