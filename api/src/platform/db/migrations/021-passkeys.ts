import type { Migration } from './migration.ts';

/** Passkeys: the public keys that members' devices have made, and the challenges that were given out. */
export const passkeys: Migration = {
  name: '021-passkeys',
  sql: `
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

    -- A challenge is answered once. For a log-in nobody knows yet whose it will be.
    CREATE TABLE passkey_challenge (
      digest     bytea PRIMARY KEY,
      member_id  bigint REFERENCES member,
      purpose    text NOT NULL CHECK (purpose IN ('add', 'log_in')),
      expires_at timestamptz NOT NULL,
      CHECK ((purpose = 'add') = (member_id IS NOT NULL))
    );
    CREATE INDEX passkey_challenge_end ON passkey_challenge (expires_at);

    INSERT INTO action_rule (action, needs_google, code, above, security_lock, effective_from)
      VALUES ('addPasskey', false, 'bound', NULL, false, '2000-01-01');

    GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO trellis_app;
    GRANT SELECT, INSERT, DELETE ON passkey_challenge TO trellis_app;
  `,
};
