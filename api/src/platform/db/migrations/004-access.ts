import type { Migration } from './migration.ts';

/** Members, their sessions, e-mail codes, failed log-ins, and coarse rate limits. */
export const access: Migration = {
  name: '004-access',
  sql: `
    CREATE TABLE member (
      id               bigint PRIMARY KEY REFERENCES tree_node,
      username         text NOT NULL,
      username_key     text NOT NULL CONSTRAINT member_username_unique UNIQUE,
      email            text NOT NULL,
      email_key        text NOT NULL CONSTRAINT member_email_unique UNIQUE,
      password_hash    text NOT NULL,
      language         text NOT NULL CHECK (language IN ('en', 'jp', 'zh', 'ko')),
      invitation_code  text NOT NULL CONSTRAINT member_invitation_unique UNIQUE,
      suspended_at     timestamptz,
      created_at       timestamptz NOT NULL,
      CHECK (username_key = lower(username)),
      CHECK (email_key = lower(email))
    );

    CREATE TABLE session (
      token_hash bytea PRIMARY KEY,
      member_id  bigint NOT NULL REFERENCES member,
      audience   text NOT NULL CHECK (audience IN ('member', 'operator')),
      created_at timestamptz NOT NULL,
      seen_at    timestamptz NOT NULL,
      revoked_at timestamptz,
      user_agent text NOT NULL
    );
    CREATE INDEX session_member ON session (member_id);

    -- One open code for a purpose and an address: a new one replaces the old.
    CREATE TABLE email_code (
      purpose     text NOT NULL,
      email_key   text NOT NULL,
      mac         bytea NOT NULL,
      tries_left  smallint NOT NULL CHECK (tries_left >= 0),
      sent_at     timestamptz NOT NULL,
      expires_at  timestamptz NOT NULL,
      verified_at timestamptz,
      ticket_hash bytea,
      consumed_at timestamptz,
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
  `,
};
