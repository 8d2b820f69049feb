-- Members and how they log in.

CREATE TABLE member (
  id                 bigint PRIMARY KEY REFERENCES tree_node,
  username           text NOT NULL,
  username_key       text NOT NULL CONSTRAINT member_username_unique UNIQUE,
  email              text NOT NULL,
  email_key          text NOT NULL CONSTRAINT member_email_unique UNIQUE,
  password_hash      text NOT NULL,
  language           text NOT NULL CHECK (language IN ('en', 'jp', 'zh', 'ko')),
  invitation_code    text NOT NULL CONSTRAINT member_invitation_unique UNIQUE,
  suspended_at       timestamptz,
  created_at         timestamptz NOT NULL,
  -- The latest publication up to which they have accepted all that is current: every call looks, so it is one
  -- comparison. terms_acceptance is the record.
  terms_agreed       bigint NOT NULL DEFAULT 0,
  -- The Google secret, sealed; with the last time step that a code of it was accepted for.
  google_secret      bytea,
  google_key         text,
  google_step        bigint NOT NULL DEFAULT 0,
  google_bound_at    timestamptz,
  -- Wrong codes of a UTC day; beyond a number none is looked at until the next.
  guess_day          date NOT NULL DEFAULT '2000-01-01',
  guesses            smallint NOT NULL DEFAULT 0,
  -- Withdrawals, transfers and changes of addresses wait until then.
  locked_until       timestamptz,
  lock_cause         text,
  -- The owner stopped everything; a new password opens the account again.
  frozen_at          timestamptz,
  anti_phishing_code text,
  time_zone          text,
  CHECK (username_key = lower(username)),
  CHECK (email_key = lower(email)),
  CHECK ((google_secret IS NULL) = (google_bound_at IS NULL) AND (google_secret IS NULL) = (google_key IS NULL)),
  CHECK ((locked_until IS NULL) = (lock_cause IS NULL))
);

CREATE TABLE session (
  token_hash bytea PRIMARY KEY,
  member_id  bigint NOT NULL REFERENCES member,
  audience   text NOT NULL CHECK (audience IN ('member', 'operator')),
  created_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  revoked_at timestamptz,
  user_agent text NOT NULL,
  id         uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT session_id_unique UNIQUE,
  address    text NOT NULL DEFAULT ''
);
CREATE INDEX session_member ON session (member_id);

-- One open code for a purpose and an address: a new one replaces the old.
CREATE TABLE email_code (
  purpose      text NOT NULL,
  email_key    text NOT NULL,
  mac          bytea NOT NULL,
  tries_left   smallint NOT NULL CHECK (tries_left >= 0),
  sent_at      timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  verified_at  timestamptz,
  ticket_hash  bytea,
  consumed_at  timestamptz,
  -- The browser that a ticket is good in; NULL: any.
  browser_hash bytea,
  -- How many were sent on a UTC day.
  sent_day     date NOT NULL DEFAULT '2000-01-01',
  sent_count   smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (purpose, email_key)
);

CREATE TABLE login_failure (
  subject        text PRIMARY KEY,
  failures       integer NOT NULL,
  window_start   timestamptz NOT NULL,
  blocked_until  timestamptz
);

-- The table shape that rate-limiter-flexible expects.
CREATE TABLE rate_limit (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

GRANT SELECT, INSERT, UPDATE ON member, session, email_code, login_failure TO trellis_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO trellis_app;
