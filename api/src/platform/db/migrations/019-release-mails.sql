-- Whom to mail that parts of their packages came back: once for all that came back on a day, and not for each part.
CREATE TABLE release_mail_due (
  member bigint NOT NULL REFERENCES member,
  -- UTC.
  day    date NOT NULL,
  -- The first of that day.
  at     timestamptz NOT NULL,
  PRIMARY KEY (member, day)
);
CREATE INDEX release_mail_due_at ON release_mail_due (at);
GRANT SELECT ON release_mail_due TO trellis_app;

COMMENT ON TABLE release_mail_due IS 'kept: money and its proofs';
