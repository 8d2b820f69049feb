-- How long a release takes until its first screen is on the page: how many loads of a day were there within so many
-- milliseconds. No row names a person.
CREATE TABLE release_first_paint (
  feature   text NOT NULL,
  release   text NOT NULL,
  day       date NOT NULL,
  -- The upper bound of a step of fixed width: the steps stand with who counts.
  within_ms integer NOT NULL CHECK (within_ms > 0),
  loads     bigint NOT NULL CHECK (loads > 0),
  PRIMARY KEY (feature, release, day, within_ms)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON release_first_paint TO trellis_app;
COMMENT ON TABLE release_first_paint IS 'kept: forgotten by its own job';

-- When the first paint of a release was last counted for somebody: each counts once.
ALTER TABLE release_load ADD COLUMN painted_at timestamptz;
