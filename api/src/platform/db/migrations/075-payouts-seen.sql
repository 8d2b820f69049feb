-- Members' open pages follow each confirmation of a payout that is on its way, and those are few.
CREATE INDEX withdrawal_payout_seen ON withdrawal_payout (withdrawal) WHERE state = 'seen';
