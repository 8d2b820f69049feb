-- What threw while a release was used. No load failed by it, so it is no row of `release_load`; somebody counts once for
-- each place in the built files.
CREATE TABLE release_error (
  feature   text NOT NULL,
  release   text NOT NULL,
  -- As in release_load: of a member, or of an operator.
  member    bigint NOT NULL,
  place     text NOT NULL CHECK (length(place) <= 120),
  screen    text NOT NULL CHECK (length(screen) <= 120),
  message   text NOT NULL CHECK (length(message) <= 200),
  thrown_at timestamptz NOT NULL,
  PRIMARY KEY (feature, release, member, place)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON release_error TO trellis_app;
COMMENT ON TABLE release_error IS 'kept: forgotten by its own job';
