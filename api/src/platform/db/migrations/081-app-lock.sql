-- An app lock: a browser that asks for its owner after they were away. NULL: it asks nothing.
ALTER TABLE member_device ADD COLUMN lock_minutes smallint CHECK (lock_minutes IN (0, 1, 5, 15));
-- As the browser's was when it logged in or was set last, and since when it is locked by its own word; silence locks it, too.
ALTER TABLE session ADD COLUMN lock_minutes smallint CHECK (lock_minutes IN (0, 1, 5, 15)),
  ADD COLUMN locked_at timestamptz,
  ADD CONSTRAINT session_lock CHECK (locked_at IS NULL OR lock_minutes IS NOT NULL);
ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_purpose_check,
  ADD CONSTRAINT passkey_challenge_purpose_check CHECK (purpose IN ('add', 'log_in', 'act', 'unlock'));
