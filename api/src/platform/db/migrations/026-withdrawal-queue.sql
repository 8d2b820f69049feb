-- Operators read ended withdrawals, the latest first, and find any by where it went and by the transaction that paid it.
CREATE INDEX withdrawal_ended ON withdrawal (changed_at DESC, id DESC) WHERE status <> 'pending_review';
CREATE INDEX withdrawal_address ON withdrawal (address);
CREATE INDEX withdrawal_payout_tx ON withdrawal_payout (tx);
