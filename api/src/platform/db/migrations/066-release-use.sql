-- What people manage to do with a release, by screen: when somebody last began something there, finished it, and pressed a
-- button that nothing came of.
CREATE TABLE release_use (
  feature  text NOT NULL,
  release  text NOT NULL,
  -- As in release_load: of a member, or of an operator.
  member   bigint NOT NULL,
  -- As it stands among the routes: `/wallet/records/:id`.
  screen   text NOT NULL CHECK (length(screen) <= 120),
  network  text NOT NULL,
  begun_at timestamptz NOT NULL,
  done_at  timestamptz,
  dead_at  timestamptz,
  PRIMARY KEY (feature, release, member, screen)
);
CREATE INDEX release_use_dead ON release_use (feature, release, dead_at) WHERE dead_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON release_use TO trellis_app;
COMMENT ON TABLE release_use IS 'kept: forgotten by its own job';
