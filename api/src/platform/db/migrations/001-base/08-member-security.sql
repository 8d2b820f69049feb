-- What keeps a member's account theirs: second factor, passkeys, devices, and which action asks for what; and what
-- support does with an account: suspensions with their history, and resets of a lost second factor.

-- What an action asks of who does it; the rule in force is the latest one whose time has come.
CREATE TABLE action_rule (
  action         text NOT NULL,
  needs_google   boolean NOT NULL,
  code           text NOT NULL CHECK (code IN ('never', 'bound', 'above', 'always')),
  -- In USD minor units, for 'above'.
  above          bigint,
  security_lock  boolean NOT NULL,
  effective_from timestamptz NOT NULL,
  PRIMARY KEY (action, effective_from),
  CHECK ((code = 'above') = (above IS NOT NULL))
);
INSERT INTO action_rule (action, needs_google, code, above, security_lock, effective_from) VALUES
  ('depositAddress', false, 'always', NULL,       false, '2000-01-01'),
  ('exchange',       false, 'above',  1000000000, false, '2000-01-01'),
  ('transfer',       true,  'always', NULL,       true,  '2000-01-01'),
  ('withdrawal',     true,  'always', NULL,       true,  '2000-01-01'),
  ('address',        true,  'always', NULL,       true,  '2000-01-01'),
  ('changeEmail',    true,  'always', NULL,       false, '2000-01-01'),
  ('unbindGoogle',   true,  'always', NULL,       false, '2000-01-01'),
  ('changePassword', false, 'bound',  NULL,       false, '2000-01-01'),
  ('addPasskey',     false, 'bound',  NULL,       false, '2000-01-01');

-- A binding under way: the secret, and after a right code the recovery codes of which one is typed back.
CREATE TABLE google_binding (
  member_id  bigint PRIMARY KEY REFERENCES member,
  secret     bytea NOT NULL,
  key        text NOT NULL,
  started_at timestamptz NOT NULL,
  step       bigint,
  recovery   bytea[],
  CHECK ((step IS NULL) = (recovery IS NULL))
);

CREATE TABLE recovery_code (
  member_id bigint NOT NULL REFERENCES member,
  digest    bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (member_id, digest)
);

CREATE TABLE passkey (
  -- The credential's own id, base64url.
  id           text PRIMARY KEY,
  member_id    bigint NOT NULL REFERENCES member,
  public_key   bytea NOT NULL,
  -- Where a device counts; one that goes back was copied.
  counter      bigint NOT NULL CHECK (counter >= 0),
  transports   text[] NOT NULL,
  name         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_member ON passkey (member_id);

-- A challenge is answered once. For a log-in nobody knows yet whose it will be; one that proves an action is given out
-- for one member and that action.
CREATE TABLE passkey_challenge (
  digest     bytea PRIMARY KEY,
  member_id  bigint REFERENCES member,
  purpose    text NOT NULL CHECK (purpose IN ('add', 'log_in', 'act')),
  expires_at timestamptz NOT NULL,
  action     text,
  CHECK ((purpose <> 'log_in') = (member_id IS NOT NULL)),
  CHECK ((purpose = 'act') = (action IS NOT NULL))
);
CREATE INDEX passkey_challenge_end ON passkey_challenge (expires_at);

-- Browsers that a member has logged in with, by a token that stays there.
CREATE TABLE member_device (
  member_id     bigint NOT NULL REFERENCES member,
  token_hash    bytea NOT NULL,
  user_agent    text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (member_id, token_hash)
);

-- One tap in the mail about a new device stops everything.
CREATE TABLE freeze_link (
  token_hash bytea PRIMARY KEY,
  member_id  bigint NOT NULL REFERENCES member,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);

-- member.suspended_at is what every call looks at; here is why, by whom, and what was before.
CREATE TABLE member_suspension (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member         bigint NOT NULL REFERENCES member,
  -- What the member is told; the reasons are the operators' own words, and stay with them.
  cause          text NOT NULL CHECK (cause <> ''),
  reason         text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  -- command:<user> or operator:<name>.
  suspended_by   text NOT NULL CHECK (suspended_by <> ''),
  suspended_at   timestamptz NOT NULL,
  restore_reason text CHECK (restore_reason ~ '[^[:space:]]'),
  restored_by    text CHECK (restored_by <> ''),
  restored_at    timestamptz CHECK (restored_at >= suspended_at),
  CHECK (num_nulls(restore_reason, restored_by, restored_at) IN (0, 3))
);
CREATE UNIQUE INDEX member_suspension_open ON member_suspension (member) WHERE restored_at IS NULL;
CREATE INDEX member_suspension_member ON member_suspension (member, id DESC);

CREATE TABLE factor_reset (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member       bigint NOT NULL REFERENCES member,
  -- The authenticator that is lost; one that is bound later is another.
  bound_at     timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  -- command:<user> or operator:<name>, as below.
  requested_by text NOT NULL CHECK (requested_by ~ '^[a-z]+:.'),
  requested_at timestamptz NOT NULL,
  -- Without a second person by then nothing comes of it.
  expires_at   timestamptz NOT NULL,
  approved_by  text CHECK (approved_by ~ '^[a-z]+:.'),
  approved_at  timestamptz,
  due_at       timestamptz CHECK (due_at >= approved_at + interval '72 hours'),
  -- moot: that authenticator was gone already.
  outcome      text CHECK (outcome IN ('done', 'cancelled', 'withdrawn', 'lapsed', 'moot')),
  ended_at     timestamptz,
  CHECK (num_nulls(approved_by, approved_at, due_at) IN (0, 3)),
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  -- One person is one, whether at the command line or over the API.
  CONSTRAINT factor_reset_second_person
    CHECK (lower(split_part(approved_by, ':', 2)) <> lower(split_part(requested_by, ':', 2))),
  CONSTRAINT factor_reset_waited
    CHECK (outcome IS DISTINCT FROM 'done' OR (approved_by IS NOT NULL AND ended_at >= due_at))
);
CREATE UNIQUE INDEX factor_reset_open ON factor_reset (member) WHERE outcome IS NULL;
CREATE INDEX factor_reset_due ON factor_reset (due_at) WHERE outcome IS NULL;

-- One tap in a mail stops the reset that it tells of.
CREATE TABLE factor_reset_link (
  token_hash bytea PRIMARY KEY,
  reset      bigint NOT NULL REFERENCES factor_reset
);

GRANT SELECT ON action_rule TO trellis_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON google_binding, recovery_code, passkey TO trellis_app;
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO trellis_app;
GRANT SELECT, INSERT, UPDATE ON member_device, freeze_link TO trellis_app;
GRANT SELECT, INSERT, UPDATE (restore_reason, restored_by, restored_at) ON member_suspension TO trellis_app;
GRANT SELECT, INSERT, UPDATE (approved_by, approved_at, due_at, outcome, ended_at) ON factor_reset TO trellis_app;
GRANT SELECT, INSERT ON factor_reset_link TO trellis_app;
