-- The placement tree: immutable facts (tree_node, tree_leg, team_event) apart from a derived index (team, team_block)
-- that only team_roll_up writes. What each is for: sql/tree.sql, sql/team.sql.
-- A period is year × 12 + month; side is 0 left, 1 right.

CREATE SEQUENCE tree_node_id CACHE 1;

CREATE TABLE tree_node (
  id           bigint PRIMARY KEY,
  parent_id    bigint REFERENCES tree_node,
  side         smallint NOT NULL CHECK (side IN (0, 1)),
  sponsor_id   bigint REFERENCES tree_node,
  depth        integer NOT NULL,
  jump_id      bigint NOT NULL,
  jump_depth   integer NOT NULL,
  leg_id       bigint NOT NULL,
  leg_position integer NOT NULL,
  placed_at    timestamptz NOT NULL DEFAULT now(),
  CHECK (parent_id < id AND sponsor_id < id),
  CHECK (jump_id <= id),
  UNIQUE (parent_id, side),
  UNIQUE (leg_id, leg_position)
);
CREATE INDEX tree_node_sponsor ON tree_node (sponsor_id);

-- A leg is the outer chain of one side: a member hung at the outer end of a leg extends it.
CREATE TABLE tree_leg (
  leg_id  bigint PRIMARY KEY,
  end_id  bigint NOT NULL,
  prev_id bigint,
  len     integer NOT NULL
) WITH (fillfactor = 70);

-- What has happened to a node and is not in the index yet.
CREATE TABLE team_event (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  node_id bigint NOT NULL,
  people  integer NOT NULL DEFAULT 0,
  volume  bigint NOT NULL DEFAULT 0,
  period  integer NOT NULL,
  at      timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- A node's place on a path, and what stands below it.
CREATE TABLE team (
  node_id    bigint PRIMARY KEY,
  path       bigint NOT NULL,
  pos        integer NOT NULL,
  anchor     bigint,
  heavy_side smallint NOT NULL,
  own_volume bigint NOT NULL DEFAULT 0,
  people     bigint NOT NULL DEFAULT 0,
  volume     bigint NOT NULL DEFAULT 0,
  UNIQUE (path, pos)
) WITH (fillfactor = 85);

-- Sums over stretches of a path.
CREATE TABLE team_block (
  path   bigint NOT NULL,
  lvl    smallint NOT NULL,
  idx    integer NOT NULL,
  people bigint NOT NULL,
  volume bigint NOT NULL,
  PRIMARY KEY (path, lvl, idx)
) WITH (fillfactor = 50);

GRANT SELECT ON tree_node, tree_leg, team, team_block, team_event TO trellis_app;
