-- What releases have called that they do not declare, and were refused: counted, whoever's page it was.
CREATE TABLE refused_call (
  feature  text NOT NULL,
  release  text NOT NULL,
  -- The endpoint's name.
  call     text NOT NULL,
  refusals bigint NOT NULL CHECK (refusals > 0),
  first_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL CHECK (last_at >= first_at),
  PRIMARY KEY (feature, release, call)
);
GRANT SELECT, INSERT, UPDATE ON refused_call TO trellis_app;
