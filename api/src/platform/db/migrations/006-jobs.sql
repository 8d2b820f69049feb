-- How background work is, and mails that could not be sent.

CREATE TABLE job (
  name           text PRIMARY KEY CHECK (name <> ''),
  -- Of one that runs without a fault it is up to a minute old.
  last_done_at   timestamptz,
  last_failed_at timestamptz,
  -- Since the first failure after the last success, in whichever process.
  failing_since  timestamptz,
  failures       integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- Of one that fails, or that runs by a schedule.
  next_try_at    timestamptz,
  -- A code or the name of a class: no text, which could name data or secrets.
  last_error     text CHECK (last_error ~ '^[A-Za-z0-9_.-]{1,64}$'),
  -- When the log was told that it stands.
  alarmed_at     timestamptz,
  CHECK ((failures = 0) = (failing_since IS NULL)),
  CHECK (failures > 0 OR alarmed_at IS NULL)
);
GRANT SELECT, INSERT, UPDATE ON job TO trellis_app;

ALTER TABLE outbox_mail
  ADD COLUMN last_error text CHECK (last_error ~ '^[A-Za-z0-9_.-]{1,64}$'),
  -- It was put aside: nobody tries it again by themselves. Its due_at is infinity then, by which also a process of the
  -- version before leaves it alone.
  ADD COLUMN dead_at    timestamptz,
  -- An operator wants it no more.
  ADD COLUMN dropped_at timestamptz,
  ADD CONSTRAINT outbox_mail_dead CHECK (dead_at IS NULL OR (sent_at IS NULL AND due_at = 'infinity')),
  ADD CONSTRAINT outbox_mail_dropped CHECK (dropped_at IS NULL OR (dead_at IS NOT NULL AND params IS NULL));
CREATE INDEX outbox_mail_dead_at ON outbox_mail (dead_at, id) WHERE dead_at IS NOT NULL AND dropped_at IS NULL;
