-- How much of what was owed was held, by day in UTC. A day on which nobody measured it, or nothing was owed, has no row.
CREATE TABLE coverage_day (
  day     date PRIMARY KEY,
  -- Hundredths of a percent.
  lowest  bigint NOT NULL,
  last    bigint NOT NULL CHECK (last >= lowest),
  last_at timestamptz NOT NULL CHECK ((last_at AT TIME ZONE 'UTC')::date = day)
);
GRANT SELECT, INSERT, UPDATE ON coverage_day TO trellis_app;
