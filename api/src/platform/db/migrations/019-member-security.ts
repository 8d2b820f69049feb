import type { Migration } from './migration.ts';

/** What keeps a member's account theirs: second factor, devices, locks, and which action asks for what. */
export const memberSecurity: Migration = {
  name: '019-member-security',
  sql: `
    ALTER TABLE member
      -- The Google secret, sealed; with the last time step that a code of it was accepted for.
      ADD COLUMN google_secret   bytea,
      ADD COLUMN google_key      text,
      ADD COLUMN google_step     bigint NOT NULL DEFAULT 0,
      ADD COLUMN google_bound_at timestamptz,
      -- Wrong codes of a UTC day; beyond a number none is looked at until the next.
      ADD COLUMN guess_day       date NOT NULL DEFAULT '2000-01-01',
      ADD COLUMN guesses         smallint NOT NULL DEFAULT 0,
      -- Withdrawals, transfers and changes of addresses wait until then.
      ADD COLUMN locked_until    timestamptz,
      ADD COLUMN lock_cause      text,
      -- The owner stopped everything; a new password opens the account again.
      ADD COLUMN frozen_at       timestamptz,
      ADD COLUMN anti_phishing_code text,
      ADD COLUMN time_zone       text,
      ADD CHECK ((google_secret IS NULL) = (google_bound_at IS NULL) AND (google_secret IS NULL) = (google_key IS NULL)),
      ADD CHECK ((locked_until IS NULL) = (lock_cause IS NULL));

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

    ALTER TABLE session
      ADD COLUMN id      uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT session_id_unique UNIQUE,
      ADD COLUMN address text NOT NULL DEFAULT '';

    ALTER TABLE email_code
      -- The browser that a ticket is good in; NULL: any.
      ADD COLUMN browser_hash bytea,
      -- How many were sent on a UTC day.
      ADD COLUMN sent_day     date NOT NULL DEFAULT '2000-01-01',
      ADD COLUMN sent_count   smallint NOT NULL DEFAULT 0;

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
      ('changePassword', false, 'bound',  NULL,       false, '2000-01-01');

    GRANT SELECT, INSERT, UPDATE, DELETE ON google_binding, recovery_code TO trellis_app;
    GRANT SELECT, INSERT, UPDATE ON member_device, freeze_link TO trellis_app;
    GRANT SELECT ON action_rule TO trellis_app;
  `,
};
