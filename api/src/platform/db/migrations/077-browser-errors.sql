-- What threw or did not come in browsers: a row for each kind of it, and who met it. No release is judged by either.
CREATE TABLE browser_error (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feature  text NOT NULL,
  release  text NOT NULL CHECK (length(release) <= 80),
  screen   text NOT NULL CHECK (length(screen) <= 120),
  name     text NOT NULL CHECK (length(name) <= 40),
  -- Of the message, which may say anything of a member.
  digest   text NOT NULL CHECK (digest ~ '^[0-9a-f]{16}$'),
  -- Which of the frames is to blame, as text; empty without frames.
  place    text NOT NULL CHECK (length(place) <= 240),
  frames   jsonb NOT NULL CHECK (jsonb_array_length(frames) <= 10),
  first_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL CHECK (last_at >= first_at),
  UNIQUE (feature, release, screen, name, digest, place)
);
CREATE INDEX browser_error_last ON browser_error (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON browser_error TO trellis_app;
COMMENT ON TABLE browser_error IS 'kept: forgotten by its own job';

CREATE TABLE browser_error_member (
  error  bigint NOT NULL REFERENCES browser_error ON DELETE CASCADE,
  -- As in release_load: a member, or an operator.
  member bigint NOT NULL,
  PRIMARY KEY (error, member)
);
CREATE INDEX browser_error_of_member ON browser_error_member (member);
GRANT SELECT, INSERT, DELETE ON browser_error_member TO trellis_app;
COMMENT ON TABLE browser_error_member IS 'kept: forgotten with its error';
