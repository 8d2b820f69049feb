-- What watches over the ledger and over those who work with it: seals, verifications, freezes, the audit log.

CREATE TABLE journal_seal (
  number    bigint PRIMARY KEY CHECK (number > 0),
  -- Exclusive. The range begins where the seal before it ends; the first has no beginning.
  up_to     timestamptz NOT NULL,
  journals  integer NOT NULL CHECK (journals > 0),
  sealed_at timestamptz NOT NULL,
  digest    bytea NOT NULL CHECK (length(digest) = 32)
);

CREATE TABLE verification_run (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL,
  -- What is broken, and some of the rows: [{"name": …, "rows": […]}]. Empty: everything holds.
  findings   jsonb NOT NULL,
  red        boolean NOT NULL GENERATED ALWAYS AS (findings <> '[]') STORED
);
CREATE INDEX verification_run_latest ON verification_run (started_at);

CREATE TABLE payout_freeze (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  verification bigint NOT NULL REFERENCES verification_run,
  began_at     timestamptz NOT NULL,
  ended_at     timestamptz,
  ended_by     text,
  reason       text CHECK (reason ~ '[^[:space:]]'),
  CHECK (num_nulls(ended_at, ended_by, reason) IN (0, 3))
);
CREATE UNIQUE INDEX payout_freeze_open ON payout_freeze ((true)) WHERE ended_at IS NULL;

CREATE TABLE audit_event (
  number      bigint PRIMARY KEY CHECK (number > 0),
  -- command:<user>, operator:<name>, automatic or start.
  actor       text NOT NULL CHECK (actor <> ''),
  action      text NOT NULL CHECK (action <> ''),
  subject     text NOT NULL CHECK (subject <> ''),
  reason      text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  before      jsonb,
  after       jsonb,
  request_id  text,
  recorded_at timestamptz NOT NULL,
  digest      bytea NOT NULL CHECK (length(digest) = 32)
);

GRANT SELECT ON journal_seal, verification_run, payout_freeze, audit_event TO trellis_app;
