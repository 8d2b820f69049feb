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

-- Who uses a feature: on which day each member last opened it.
CREATE TABLE feature_use (
  feature text NOT NULL,
  member  bigint NOT NULL REFERENCES member (id),
  last_on date NOT NULL,
  PRIMARY KEY (feature, member)
);
-- How many an announcement to them reaches is said before it is asked for.
CREATE INDEX feature_use_last ON feature_use (feature, last_on) INCLUDE (member);
GRANT SELECT, INSERT, UPDATE, DELETE ON feature_use TO trellis_app;
COMMENT ON TABLE feature_use IS 'kept: forgotten by its own job';
INSERT INTO feature_use (feature, member, last_on)
  SELECT l.feature, l.member, (max(l.loaded_at) AT TIME ZONE 'UTC')::date
    FROM release_load l JOIN member m ON m.id = l.member
   WHERE l.feature NOT IN ('shell', 'operator') GROUP BY l.feature, l.member;

-- NULL: whether they use this or that.
ALTER TABLE announcement ADD COLUMN feature text CHECK (feature ~ '^[a-z]+$');
