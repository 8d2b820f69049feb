-- Which processes there are for a role, each by a number of its own that it takes at its start, and when it was seen last:
-- real time.
CREATE TABLE process (
  id      uuid PRIMARY KEY,
  role    text NOT NULL CHECK (role <> ''),
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON process TO trellis_app;

-- Which of them has it, as one has at a time, until when.
CREATE TABLE role_lease (
  role   text PRIMARY KEY CHECK (role <> ''),
  holder uuid NOT NULL,
  until  timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON role_lease TO trellis_app;
COMMENT ON TABLE role_lease IS 'kept: one row for each role that there is';
