-- What the database itself looks for when a verification is kept. The rows are current SQL (sql/invariants.sql).
CREATE TABLE invariant (
  place smallint PRIMARY KEY,
  name  text NOT NULL UNIQUE,
  -- Gives rows of JSON, at most $1 of them.
  sql   text NOT NULL
);
COMMENT ON TABLE invariant IS 'kept: one row for each invariant';
