-- Kinds of journals are those of a domain, which a connection reads once: the list in a CHECK of the table was read again by
-- each statement that posts, and cost more than the row. The name of the constraint is what a start reads.
CREATE DOMAIN journal_kind AS text CONSTRAINT journal_kind_known CHECK (VALUE IN (
  'opening', 'deposit', 'deposit_aside', 'deposit_return', 'deposit_restore', 'transfer', 'exchange', 'hold', 'settlement', 'release',
  'reversal', 'pool_funding', 'package_purchase', 'package_release', 'stake_start', 'stake_profit', 'stake_term', 'stake_redeem',
  'stake_restore', 'bonus_close', 'team_bonus', 'bonus_correction', 'fee_returned'));

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
-- The former one held of all that is there.
ALTER TABLE journal ADD CONSTRAINT journal_kind_check CHECK (kind::journal_kind IS NOT NULL) NOT VALID;
