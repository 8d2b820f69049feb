-- Operators look at deposits that stand aside, of all members, the latest first.
CREATE INDEX deposit_transfer_aside ON deposit_transfer (state, id DESC) WHERE state <> 'credited';
