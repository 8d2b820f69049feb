import type { Migration } from './migration.ts';

/**
 * The placement tree: immutable facts (`tree_node`, `tree_leg`, `team_event`) apart from a derived index (`team`,
 * `team_block`) that only `team_roll_up` writes.
 *
 * - A leg is the outer chain of one side: a member hung at the outer end of a leg extends it. `tree_leg` keeps the end,
 *   so placement is one upsert, whatever the depth. Ids are drawn after the leg's row lock, and the sequence caches
 *   one value: so a parent's id is always smaller than its child's.
 * - Jump pointers (skew-binary numbers) answer "is a above b" in O(log depth).
 * - `team` decomposes the tree into paths; `team_block` holds sums over 64, 4,096 and 262,144 nodes of a path, so a
 *   change writes a handful of rows instead of one per ancestor.
 * A period is year × 12 + month; `side` is 0 left, 1 right.
 */
export const tree: Migration = {
  name: '002-tree',
  sql: `
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

    CREATE TABLE tree_leg (
      leg_id  bigint PRIMARY KEY,
      end_id  bigint NOT NULL,
      prev_id bigint,
      len     integer NOT NULL
    ) WITH (fillfactor = 70);

    CREATE TABLE team_event (
      id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      node_id bigint NOT NULL,
      people  integer NOT NULL DEFAULT 0,
      volume  bigint NOT NULL DEFAULT 0,
      period  integer NOT NULL,
      at      timestamptz NOT NULL DEFAULT clock_timestamp()
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

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

    CREATE TABLE team_block (
      path   bigint NOT NULL,
      lvl    smallint NOT NULL,
      idx    integer NOT NULL,
      people bigint NOT NULL,
      volume bigint NOT NULL,
      PRIMARY KEY (path, lvl, idx)
    ) WITH (fillfactor = 50);

    -- Places a new member at the outer end of the sponsor's leg on a side; without a sponsor it makes the root.
    CREATE FUNCTION tree_place(p_sponsor bigint, p_side smallint, p_period integer, OUT new_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      sponsor record; parent record; jump record;
      v_leg bigint; v_parent bigint; v_len integer; v_merge boolean;
    BEGIN
      IF p_sponsor IS NULL THEN
        -- The fixed leg key lets one root exist and no second.
        INSERT INTO tree_leg VALUES (0, nextval('tree_node_id'), NULL, 1) RETURNING end_id INTO new_id;
        INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
          VALUES (new_id, NULL, 0, NULL, 0, new_id, 0, 0, 0);
      ELSE
        SELECT id, side, leg_id INTO STRICT sponsor FROM tree_node WHERE id = p_sponsor;
        v_leg := CASE WHEN sponsor.side = p_side THEN sponsor.leg_id ELSE sponsor.id END;
        INSERT INTO tree_leg AS leg VALUES (v_leg, nextval('tree_node_id'), sponsor.id, 1)
          ON CONFLICT (leg_id) DO UPDATE SET prev_id = leg.end_id, end_id = nextval('tree_node_id'), len = leg.len + 1
          RETURNING leg.end_id, leg.prev_id, leg.len INTO new_id, v_parent, v_len;
        SELECT id, depth, jump_id, jump_depth INTO STRICT parent FROM tree_node WHERE id = v_parent;
        SELECT jump_id, jump_depth INTO STRICT jump FROM tree_node WHERE id = parent.jump_id;
        v_merge := parent.depth - parent.jump_depth = parent.jump_depth - jump.jump_depth;
        INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
          VALUES (new_id, v_parent, p_side, p_sponsor, parent.depth + 1,
                  CASE WHEN v_merge THEN jump.jump_id ELSE parent.id END,
                  CASE WHEN v_merge THEN jump.jump_depth ELSE parent.depth END, v_leg, v_len - 1);
      END IF;
      INSERT INTO team_event (node_id, people, period) VALUES (new_id, 1, p_period);
    END $$;

    -- True if b is a or stands below a; false for an unknown id.
    CREATE FUNCTION is_ancestor(a bigint, b bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
    DECLARE v_depth integer; node record;
    BEGIN
      SELECT depth INTO v_depth FROM tree_node WHERE id = a;
      SELECT id, depth, parent_id, jump_id, jump_depth INTO node FROM tree_node WHERE id = b;
      IF v_depth IS NULL OR node.id IS NULL THEN RETURN false; END IF;
      LOOP
        IF node.depth <= v_depth THEN RETURN node.id = a; END IF;
        SELECT id, depth, parent_id, jump_id, jump_depth INTO node FROM tree_node
          WHERE id = CASE WHEN node.jump_depth < v_depth THEN node.parent_id ELSE node.jump_id END;
      END LOOP;
    END $$;

    -- Folds at most p_limit events into the index. One writer at a time; returns how many events it took.
    CREATE FUNCTION team_roll_up(p_limit integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE v_ids bigint[]; child record; v_taken integer;
    BEGIN
      PERFORM pg_advisory_xact_lock(7771);
      -- By id, not "id > watermark": an event committed late must not be skipped.
      v_ids := ARRAY(SELECT id FROM team_event ORDER BY id LIMIT p_limit);
      IF cardinality(v_ids) = 0 THEN RETURN 0; END IF;

      -- 1. Give new nodes their place on a path: the parent's own path on its heavy side, else a path of their own.
      FOR child IN
        SELECT n.id, n.parent_id, n.side FROM team_event e JOIN tree_node n ON n.id = e.node_id
        WHERE e.id = ANY (v_ids) AND e.people = 1 ORDER BY n.id
      LOOP
        INSERT INTO team (node_id, path, pos, anchor, heavy_side)
          SELECT child.id,
                 CASE WHEN p.heavy_side = child.side THEN p.path ELSE child.id END,
                 CASE WHEN p.heavy_side = child.side THEN p.pos + 1 ELSE 0 END,
                 CASE WHEN p.heavy_side = child.side THEN p.anchor ELSE p.node_id END,
                 child.side
          FROM team p WHERE p.node_id = child.parent_id;
        IF NOT FOUND THEN
          IF child.parent_id IS NOT NULL THEN RAISE 'parent % is not in the index', child.parent_id; END IF;
          INSERT INTO team (node_id, path, pos, anchor, heavy_side) VALUES (child.id, child.id, 0, NULL, child.side);
        END IF;
      END LOOP;

      -- 2. Add each event to its node, to every anchor above it, and to the blocks of those paths.
      WITH RECURSIVE taken AS (DELETE FROM team_event WHERE id = ANY (v_ids) RETURNING node_id, people, volume),
      delta AS MATERIALIZED (
        SELECT node_id, sum(people)::bigint AS people, sum(volume)::bigint AS volume FROM taken GROUP BY 1),
      up (id, path, pos, anchor, people, volume, own) AS (
        SELECT t.node_id, t.path, t.pos, t.anchor, d.people, d.volume, 1 FROM delta d JOIN team t USING (node_id)
        UNION ALL
        SELECT a.node_id, a.path, a.pos, a.anchor, up.people, up.volume, 0 FROM up JOIN team a ON a.node_id = up.anchor),
      change AS MATERIALIZED (
        SELECT id, path, pos, sum(people)::bigint AS people, sum(volume)::bigint AS volume,
               sum(volume * own)::bigint AS own_volume
        FROM up GROUP BY 1, 2, 3),
      node_change AS (
        UPDATE team t SET own_volume = t.own_volume + c.own_volume, people = t.people + c.people, volume = t.volume + c.volume
        FROM change c WHERE t.node_id = c.id RETURNING 1),
      block_change AS (
        INSERT INTO team_block AS b (path, lvl, idx, people, volume)
          SELECT path, l, pos >> (6 * l), sum(people), sum(volume) FROM change, generate_series(1, 3) AS l
          WHERE pos >> (6 * l) > 0 GROUP BY 1, 2, 3
        ON CONFLICT (path, lvl, idx) DO UPDATE SET people = b.people + excluded.people, volume = b.volume + excluded.volume
        RETURNING 1)
      SELECT (SELECT count(*) FROM taken) INTO v_taken;
      RETURN v_taken;
    END $$;

    -- Sum over a path from a position to its end.
    CREATE FUNCTION team_suffix(p_path bigint, p_from integer, OUT people bigint, OUT volume bigint)
    LANGUAGE sql STABLE AS $$
      SELECT coalesce(sum(z.people), 0)::bigint, coalesce(sum(z.volume), 0)::bigint FROM (
        SELECT t.people, t.volume FROM team t
          WHERE t.path = p_path AND t.pos >= p_from AND t.pos < (((p_from >> 6) + 1) << 6)
        UNION ALL SELECT b.people, b.volume FROM team_block b
          WHERE b.path = p_path AND b.lvl = 1 AND b.idx > (p_from >> 6) AND b.idx < (((p_from >> 12) + 1) << 6)
        UNION ALL SELECT b.people, b.volume FROM team_block b
          WHERE b.path = p_path AND b.lvl = 2 AND b.idx > (p_from >> 12) AND b.idx < (((p_from >> 18) + 1) << 6)
        UNION ALL SELECT b.people, b.volume FROM team_block b
          WHERE b.path = p_path AND b.lvl = 3 AND b.idx > (p_from >> 18)) z
    $$;

    -- A node and at most five levels below it, with people and volume below each node by side.
    CREATE FUNCTION team_window(p_focus bigint, p_levels integer)
    RETURNS TABLE (id bigint, parent_id bigint, side smallint, lvl integer,
                   left_people bigint, right_people bigint, left_volume bigint, right_volume bigint)
    LANGUAGE sql STABLE AS $$
      WITH RECURSIVE shown AS (
        SELECT n.id, n.parent_id, n.side, 0 AS lvl FROM tree_node n WHERE n.id = p_focus
        UNION ALL
        SELECT n.id, n.parent_id, n.side, s.lvl + 1 FROM shown s JOIN tree_node n ON n.parent_id = s.id
        WHERE s.lvl < least(p_levels, 5)),
      summed AS (
        SELECT s.*, t.heavy_side,
               coalesce(below.people, 0) AS heavy_people, coalesce(below.volume, 0) AS heavy_volume,
               coalesce(t.people - 1, 0) AS light_people, coalesce(t.volume - t.own_volume, 0) AS light_volume
        FROM shown s LEFT JOIN team t ON t.node_id = s.id
        LEFT JOIN LATERAL team_suffix(t.path, t.pos + 1) below ON true)
      SELECT id, parent_id, side, lvl,
             CASE WHEN heavy_side = 0 THEN heavy_people ELSE light_people END,
             CASE WHEN heavy_side = 1 THEN heavy_people ELSE light_people END,
             CASE WHEN heavy_side = 0 THEN heavy_volume ELSE light_volume END,
             CASE WHEN heavy_side = 1 THEN heavy_volume ELSE light_volume END
      FROM summed ORDER BY lvl, id
    $$;

    GRANT SELECT ON tree_node, tree_leg, team, team_block, team_event TO trellis_app;
    GRANT EXECUTE ON FUNCTION tree_place, is_ancestor, team_roll_up, team_suffix, team_window TO trellis_app;
  `,
};
