-- The right to cancel a package by the law of where its buyer lives, and a certificate for each.

INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  VALUES ('packageCancelling', 'all', '{"days": ""}', '2000-01-01', 'policy', '2000-01-01', 'as the product began');

-- Whole days after the day of the purchase, as the rule was then; 0: it cannot be cancelled. It counts, for others and as an
-- active package, from the purchase or from the end of that time.
ALTER TABLE package ADD COLUMN cancel_days smallint NOT NULL DEFAULT 0;
ALTER TABLE package ADD CONSTRAINT package_cancelled_before_it_returns CHECK (cancel_days >= 0 AND cancel_days < loop_days);
ALTER TABLE package ADD COLUMN counted_at timestamptz NOT NULL GENERATED ALWAYS AS (
  CASE cancel_days WHEN 0 THEN started_at ELSE (start_day + cancel_days + 1)::timestamp AT TIME ZONE 'UTC' END) STORED;

CREATE TABLE package_cancellation (
  package      uuid PRIMARY KEY REFERENCES package,
  cancelled_by uuid NOT NULL UNIQUE,
  cancelled_at timestamptz NOT NULL
);

-- A part of a package that was cancelled never comes back, and is in no one's way: what is due is found without it.
ALTER TABLE package_loop ADD COLUMN cancelled boolean NOT NULL DEFAULT false;
ALTER TABLE package_loop ADD CONSTRAINT package_loop_ends_once CHECK (NOT cancelled OR released_by IS NULL);
DROP INDEX package_loop_due;
DROP INDEX package_loop_locked;
CREATE INDEX package_loop_due ON package_loop (due_on, member, package, n) WHERE released_by IS NULL AND NOT cancelled;
CREATE INDEX package_loop_locked ON package_loop (member, due_on) WHERE released_by IS NULL AND NOT cancelled;

-- One chain of all certificates: each names the hash of the one before it. Nothing in it says whose it is.
CREATE TABLE certificate (
  serial    bigint PRIMARY KEY CHECK (serial > 0),
  package   uuid NOT NULL UNIQUE REFERENCES package,
  -- Canonical, byte for byte what is hashed.
  json      text NOT NULL,
  hash      text NOT NULL UNIQUE CHECK (hash = encode(sha256(convert_to(json, 'UTF8')), 'hex')),
  issued_at timestamptz NOT NULL
);

-- Packages without one yet. A purchase gives no serial itself: a counter without gaps would make all of them wait for each other.
CREATE TABLE certificate_due (
  place   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  package uuid NOT NULL UNIQUE REFERENCES package
);
INSERT INTO certificate_due (package) SELECT id FROM package ORDER BY started_at, id;

GRANT SELECT ON package_cancellation, certificate, certificate_due TO trellis_app;

COMMENT ON TABLE package_cancellation IS 'kept: money and its proofs';
COMMENT ON TABLE certificate IS 'kept: money and its proofs';
COMMENT ON TABLE certificate_due IS 'kept: money and its proofs';
