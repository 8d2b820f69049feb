-- Where this database is the product to the world, by the server's own number and the database's: a copy that was restored
-- from a backup, or made on another server, is not until somebody says so. The last row counts.
CREATE TABLE home (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  server   text NOT NULL,
  base     text NOT NULL,
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  taken_by text NOT NULL CHECK (taken_by <> ''),
  reason   text NOT NULL CHECK (reason ~ '[^[:space:]]')
);
GRANT SELECT ON home TO trellis_app;
COMMENT ON TABLE home IS 'kept: who said that a copy is the product from now on';

INSERT INTO home (server, base, taken_by, reason)
SELECT system_identifier::text, (SELECT oid::text FROM pg_database WHERE datname = current_database()), 'migration', 'made here'
  FROM pg_control_system();

-- Backups that were restored alongside and found whole there: no other counts.
CREATE TABLE checked_backup (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  taken_at    timestamptz NOT NULL,
  checked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  place       text NOT NULL CHECK (place <> ''),
  bytes       bigint NOT NULL CHECK (bytes > 0),
  sha256      bytea NOT NULL CHECK (octet_length(sha256) = 32),
  seal        bigint,
  seal_digest bytea,
  seconds     integer NOT NULL CHECK (seconds >= 0)
);
GRANT SELECT ON checked_backup TO trellis_app;
COMMENT ON TABLE checked_backup IS 'kept: a row for each backup, a few a day';
