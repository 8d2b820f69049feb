-- Operators, and how they enrol and log in.

CREATE TABLE operator (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL CONSTRAINT operator_name_unique UNIQUE CHECK (name ~ '^[a-z][a-z0-9.-]{1,31}$'),
  roles         text[] NOT NULL CHECK (cardinality(roles) > 0 AND
    roles <@ ARRAY['viewer', 'support', 'reviewer', 'treasurer', 'releases', 'auditor', 'admin']),
  password_hash text,
  -- Nonce, tag and ciphertext under the key that totp_key names.
  totp_secret   bytea,
  totp_key      text,
  -- The last time step of 30 s whose code was taken: neither it nor an older one is taken again.
  totp_step     bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  enrolled_at   timestamptz,
  suspended_at  timestamptz,
  -- Nobody is enrolled with one factor.
  CHECK (enrolled_at IS NULL OR num_nulls(password_hash, totp_secret, totp_key) = 0)
);

CREATE TABLE operator_enrolment (
  token_hash  bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- When password and secret were set; from then on only a first code is missing.
  opened_at   timestamptz,
  tries_left  smallint NOT NULL DEFAULT 5 CHECK (tries_left >= 0),
  -- When it was used up, or a newer one took its place.
  ended_at    timestamptz
);
CREATE UNIQUE INDEX operator_enrolment_open ON operator_enrolment (operator_id) WHERE ended_at IS NULL;

CREATE TABLE operator_session (
  token_hash  bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  created_at  timestamptz NOT NULL,
  seen_at     timestamptz NOT NULL,
  revoked_at  timestamptz,
  user_agent  text NOT NULL
);
CREATE INDEX operator_session_operator ON operator_session (operator_id);

GRANT SELECT, INSERT, UPDATE ON operator, operator_enrolment, operator_session TO trellis_app;
