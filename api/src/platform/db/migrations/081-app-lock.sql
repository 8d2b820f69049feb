-- An app lock: a browser that asks for its owner after they were away. It goes with the device, and with the member's last passkey.
CREATE TABLE app_lock (
  member_id  bigint NOT NULL,
  -- Of the device's cookie.
  token_hash bytea NOT NULL,
  -- After how many minutes away; 0: at once.
  minutes    smallint NOT NULL CHECK (minutes IN (0, 1, 5, 15)),
  PRIMARY KEY (member_id, token_hash),
  FOREIGN KEY (member_id, token_hash) REFERENCES member_device ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_lock TO trellis_app;
-- As its browser's is, and since when it is locked by the browser's word; silence locks it, too.
ALTER TABLE session ADD COLUMN lock_minutes smallint CHECK (lock_minutes IN (0, 1, 5, 15)),
  ADD COLUMN locked_at timestamptz,
  ADD CONSTRAINT session_lock CHECK (locked_at IS NULL OR lock_minutes IS NOT NULL);
ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_purpose_check,
  ADD CONSTRAINT passkey_challenge_purpose_check CHECK (purpose IN ('add', 'log_in', 'act', 'unlock'));
