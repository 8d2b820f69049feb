-- Sales of the team: each package counts once, for everybody above its buyer, on a day; and the index of the tree by days.

-- The day that sales count on now, where that of their own is closed. No row before the first sale.
CREATE TABLE bonus_calendar (
  one      boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- UTC.
  open_day date NOT NULL
);

-- A package as it counted: from its purchase, or from the end of the time in which it could be cancelled.
CREATE TABLE sale (
  package    uuid PRIMARY KEY REFERENCES package,
  member     bigint NOT NULL,
  level      text NOT NULL,
  -- Minor units of points, which are USD.
  points     bigint NOT NULL CHECK (points > 0),
  -- UTC: of its time or, where that was closed, the first that was not. From this day on its member has an active package, until
  -- the day on which its last part comes back.
  day        date NOT NULL,
  ends_on    date NOT NULL,
  counted_at timestamptz NOT NULL
);
CREATE INDEX sale_on ON sale (day, member);
CREATE INDEX sale_of_member ON sale (member, ends_on);
CREATE INDEX sale_active ON sale (ends_on) INCLUDE (day, member, level, points);

-- Packages that can still be cancelled: they count, or not, when that time is over.
CREATE TABLE sale_due (
  counted_at timestamptz NOT NULL,
  package    uuid NOT NULL REFERENCES package,
  PRIMARY KEY (counted_at, package)
);

-- What happens to a node happens on a day (UTC).
ALTER TABLE team_event ADD COLUMN day date;
UPDATE team_event SET day = (at AT TIME ZONE 'UTC')::date;
ALTER TABLE team_event ALTER COLUMN day SET NOT NULL, DROP COLUMN period;
ALTER TABLE team ADD COLUMN light smallint;

-- The index by days: what a day brought to a node of a path and to all that hangs off it (level 0), and to stretches of a path
-- (levels 1 to 3). So a day, a month or half a year of anybody's team is a handful of rows, however many stand below.
CREATE TABLE team_day (
  path       bigint NOT NULL,
  lvl        smallint NOT NULL,
  day        date NOT NULL,
  idx        integer NOT NULL,
  people     integer NOT NULL,
  volume     bigint NOT NULL,
  -- Of the node itself; nothing on the levels above.
  own_people integer NOT NULL,
  own_volume bigint NOT NULL,
  PRIMARY KEY (path, lvl, day, idx)
) WITH (fillfactor = 70);
CREATE INDEX team_day_of_nodes ON team_day (day) WHERE lvl = 0;

-- Who was in the index before it knew of days.
WITH RECURSIVE up (path, pos, anchor, day, own) AS (
  SELECT t.path, t.pos, t.anchor, (n.placed_at AT TIME ZONE 'UTC')::date, 1 FROM team t JOIN tree_node n ON n.id = t.node_id
  UNION ALL
  SELECT a.path, a.pos, a.anchor, up.day, 0 FROM up JOIN team a ON a.node_id = up.anchor)
INSERT INTO team_day (path, lvl, day, idx, people, volume, own_people, own_volume)
  SELECT path, lvl, day, pos >> (6 * lvl), count(*), 0, sum(CASE lvl WHEN 0 THEN own ELSE 0 END), 0
    FROM up CROSS JOIN generate_series(0, 3) AS lvl WHERE lvl = 0 OR pos >> (6 * lvl) > 0 GROUP BY 1, 2, 3, 4;
WITH RECURSIVE down (node_id, light) AS (
  SELECT node_id, 0 FROM team WHERE anchor IS NULL
  UNION ALL
  SELECT t.node_id, d.light + 1 FROM down d JOIN team t ON t.anchor = d.node_id)
UPDATE team t SET light = d.light FROM down d WHERE d.node_id = t.node_id;
ALTER TABLE team ALTER COLUMN light SET NOT NULL;

-- What was bought before counts from its own day.
INSERT INTO sale (package, member, level, points, day, ends_on, counted_at)
  SELECT p.id, p.member, p.level, p.price, p.start_day, p.start_day + p.loops * p.loop_days, p.started_at FROM package p
    WHERE p.cancel_days = 0 AND NOT EXISTS (SELECT 1 FROM package_cancellation c WHERE c.package = p.id);
INSERT INTO team_event (node_id, volume, day) SELECT member, points, day FROM sale;
INSERT INTO bonus_calendar (open_day) SELECT min(day) FROM sale HAVING count(*) > 0;
INSERT INTO sale_due (counted_at, package)
  SELECT counted_at, id FROM package p
    WHERE p.cancel_days > 0 AND NOT EXISTS (SELECT 1 FROM package_cancellation c WHERE c.package = p.id);

GRANT SELECT ON bonus_calendar, sale, sale_due, team_day TO trellis_app;

COMMENT ON TABLE bonus_calendar IS 'kept: money and its proofs';
COMMENT ON TABLE sale IS 'kept: money and its proofs';
COMMENT ON TABLE sale_due IS 'kept: money and its proofs';
COMMENT ON TABLE team_day IS 'kept: an index of what is kept';

-- A search by the first letters of a username.
CREATE INDEX member_username_prefix ON member (username_key text_pattern_ops);
