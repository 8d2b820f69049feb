-- The index over the tree: people and volume below each node, folded in by one writer and read by windows.
--
-- team decomposes the tree into paths; team_block holds sums over segments of 64, 4,096, 32,768 and 262,144 nodes of a path, so
-- a change writes a handful of rows instead of one per ancestor. team_day holds the same for each day, so there the long
-- segments are close: on those almost every day has sales, and on the short ones hardly any.

-- Of how many nodes a segment of a level is, as a power of two; level 0 is the nodes themselves.
CREATE OR REPLACE FUNCTION team_shift(p_level integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (ARRAY[0, 6, 12, 15, 18])[p_level + 1];

-- Folds at most p_limit events into the index. One writer at a time; returns how many events it took.
CREATE OR REPLACE FUNCTION team_roll_up(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_ids bigint[]; child record; v_nodes bigint[]; v_changes team_day[]; v_taken integer;
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
    INSERT INTO team (node_id, path, pos, anchor, heavy_side, light)
      SELECT child.id,
             CASE WHEN p.heavy_side = child.side THEN p.path ELSE child.id END,
             CASE WHEN p.heavy_side = child.side THEN p.pos + 1 ELSE 0 END,
             CASE WHEN p.heavy_side = child.side THEN p.anchor ELSE p.node_id END,
             child.side,
             CASE WHEN p.heavy_side = child.side THEN p.light ELSE p.light + 1 END
      FROM team p WHERE p.node_id = child.parent_id;
    IF NOT FOUND THEN
      IF child.parent_id IS NOT NULL THEN RAISE 'parent % is not in the index', child.parent_id; END IF;
      INSERT INTO team (node_id, path, pos, anchor, heavy_side, light) VALUES (child.id, child.id, 0, NULL, child.side, 0);
    END IF;
  END LOOP;

  -- 2. Add each event to its node, to every anchor above it, and to the blocks of those paths: to what was ever, and to its day.
  -- First what each node gains, as the rows of level 0: Citus plans no statement that changes tables by a recursive query.
  WITH RECURSIVE delta AS MATERIALIZED (
    SELECT node_id, day, sum(people)::bigint AS people, sum(volume)::bigint AS volume
      FROM team_event WHERE id = ANY (v_ids) GROUP BY 1, 2),
  up (id, path, pos, anchor, day, people, volume, own) AS (
    SELECT t.node_id, t.path, t.pos, t.anchor, d.day, d.people, d.volume, 1 FROM delta d JOIN team t USING (node_id)
    UNION ALL
    SELECT a.node_id, a.path, a.pos, a.anchor, up.day, up.people, up.volume, 0 FROM up JOIN team a ON a.node_id = up.anchor),
  change AS (
    SELECT id, ROW(path, 0, day, pos, sum(people), sum(volume), sum(people * own), sum(volume * own))::team_day AS gain
      FROM up GROUP BY id, path, day, pos)
  SELECT array_agg(id), array_agg(gain) INTO v_nodes, v_changes FROM change;
  DELETE FROM team_event WHERE id = ANY (v_ids);
  GET DIAGNOSTICS v_taken = ROW_COUNT;
  UPDATE team t SET own_volume = t.own_volume + c.own_volume, people = t.people + c.people, volume = t.volume + c.volume
    FROM (SELECT id, sum(g.people)::bigint AS people, sum(g.volume)::bigint AS volume, sum(g.own_volume)::bigint AS own_volume
            FROM unnest(v_nodes, v_changes) AS g (id) GROUP BY 1) c
    WHERE t.node_id = c.id;
  INSERT INTO team_block AS b (path, lvl, idx, people, volume)
    SELECT path, l, idx >> team_shift(l), sum(people), sum(volume) FROM unnest(v_changes), generate_series(1, 4) AS l
    WHERE idx >> team_shift(l) > 0 GROUP BY 1, 2, 3
  ON CONFLICT (path, lvl, idx) DO UPDATE SET people = b.people + excluded.people, volume = b.volume + excluded.volume;
  INSERT INTO team_day AS d (path, lvl, day, idx, people, volume, own_people, own_volume)
    SELECT path, l, day, idx >> team_shift(l), sum(people), sum(volume),
           sum(CASE l WHEN 0 THEN own_people ELSE 0 END), sum(CASE l WHEN 0 THEN own_volume ELSE 0 END)
    FROM unnest(v_changes), generate_series(0, 4) AS l WHERE l = 0 OR idx >> team_shift(l) > 0 GROUP BY 1, 2, 3, 4
  ON CONFLICT (path, lvl, idx, day) DO UPDATE SET people = d.people + excluded.people, volume = d.volume + excluded.volume,
    own_people = d.own_people + excluded.own_people, own_volume = d.own_volume + excluded.own_volume;
  RETURN v_taken;
END $$;

-- Sum over a path from a position to its end.
CREATE OR REPLACE FUNCTION team_suffix(p_path bigint, p_from integer, OUT people bigint, OUT volume bigint)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(z.people), 0)::bigint, coalesce(sum(z.volume), 0)::bigint FROM (
    SELECT t.people, t.volume FROM team t
      WHERE t.path = p_path AND t.pos >= p_from AND t.pos < (((p_from >> 6) + 1) << 6)
    UNION ALL SELECT b.people, b.volume FROM team_block b
      WHERE b.path = p_path AND b.lvl = 1 AND b.idx > (p_from >> 6) AND b.idx < (((p_from >> 12) + 1) << 6)
    UNION ALL SELECT b.people, b.volume FROM team_block b
      WHERE b.path = p_path AND b.lvl = 2 AND b.idx > (p_from >> 12) AND b.idx < (((p_from >> 15) + 1) << 3)
    UNION ALL SELECT b.people, b.volume FROM team_block b
      WHERE b.path = p_path AND b.lvl = 3 AND b.idx > (p_from >> 15) AND b.idx < (((p_from >> 18) + 1) << 3)
    UNION ALL SELECT b.people, b.volume FROM team_block b
      WHERE b.path = p_path AND b.lvl = 4 AND b.idx > (p_from >> 18)) z
$$;

-- A node and at most five levels below it, with people and volume below each node by side. In PL/pgSQL, as what follows: a
-- connection keeps the plan, which takes as long to make as the reading does.
CREATE OR REPLACE FUNCTION team_window(p_focus bigint, p_levels integer)
RETURNS TABLE (id bigint, parent_id bigint, side smallint, lvl integer,
               left_people bigint, right_people bigint, left_volume bigint, right_volume bigint)
LANGUAGE plpgsql STABLE ROWS 15 AS $$
BEGIN
  RETURN QUERY
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
  SELECT s.id, s.parent_id, s.side, s.lvl,
         CASE WHEN s.heavy_side = 0 THEN s.heavy_people ELSE s.light_people END,
         CASE WHEN s.heavy_side = 1 THEN s.heavy_people ELSE s.light_people END,
         CASE WHEN s.heavy_side = 0 THEN s.heavy_volume ELSE s.light_volume END,
         CASE WHEN s.heavy_side = 1 THEN s.heavy_volume ELSE s.light_volume END
  FROM summed s ORDER BY s.lvl, s.id;
END $$;

-- What each day from one to another brought to both sides below a node; days without are left out. On each level at most 64
-- neighbours, as team_suffix has it, and of each its days, which stand side by side in the key with their sums: the rows
-- themselves, each written on another day, are not looked at.
CREATE OR REPLACE FUNCTION team_daily(p_node bigint, p_from date, p_to date)
RETURNS TABLE (day date, left_people bigint, right_people bigint, left_volume bigint, right_volume bigint)
LANGUAGE plpgsql STABLE ROWS 180 AS $$
DECLARE
  v_path bigint; v_pos integer; v_heavy smallint; v_from integer;
  -- As a variable: a plan for any member would else take the index of the days of all nodes, and look through everybody's.
  v_nodes CONSTANT smallint := 0;
BEGIN
  SELECT t.path, t.pos, t.heavy_side INTO v_path, v_pos, v_heavy FROM team t WHERE t.node_id = p_node;
  v_from := v_pos + 1;
  RETURN QUERY
  WITH segments AS (
    -- Of the node itself what hangs off it; its neighbours in the key are the first of the path beyond.
    SELECT d.day, CASE d.idx WHEN v_pos THEN 0 ELSE d.people END AS heavy_people,
           CASE d.idx WHEN v_pos THEN 0 ELSE d.volume END AS heavy_volume,
           CASE d.idx WHEN v_pos THEN d.people - d.own_people ELSE 0 END AS light_people,
           CASE d.idx WHEN v_pos THEN d.volume - d.own_volume ELSE 0 END AS light_volume
      FROM team_day d WHERE d.path = v_path AND d.lvl = v_nodes AND d.day BETWEEN p_from AND p_to
      AND d.idx >= v_pos AND d.idx < (((v_from >> 6) + 1) << 6)
    UNION ALL SELECT d.day, d.people, d.volume, 0, 0 FROM team_day d WHERE d.path = v_path AND d.lvl = 1 AND d.day BETWEEN p_from AND p_to
      AND d.idx > (v_from >> 6) AND d.idx < (((v_from >> 12) + 1) << 6)
    UNION ALL SELECT d.day, d.people, d.volume, 0, 0 FROM team_day d WHERE d.path = v_path AND d.lvl = 2 AND d.day BETWEEN p_from AND p_to
      AND d.idx > (v_from >> 12) AND d.idx < (((v_from >> 15) + 1) << 3)
    UNION ALL SELECT d.day, d.people, d.volume, 0, 0 FROM team_day d WHERE d.path = v_path AND d.lvl = 3 AND d.day BETWEEN p_from AND p_to
      AND d.idx > (v_from >> 15) AND d.idx < (((v_from >> 18) + 1) << 3)
    UNION ALL SELECT d.day, d.people, d.volume, 0, 0 FROM team_day d WHERE d.path = v_path AND d.lvl = 4 AND d.day BETWEEN p_from AND p_to
      AND d.idx > (v_from >> 18)),
  summed AS (
    SELECT s.day, sum(s.heavy_people)::bigint AS heavy_people, sum(s.heavy_volume)::bigint AS heavy_volume,
           sum(s.light_people)::bigint AS light_people, sum(s.light_volume)::bigint AS light_volume
      FROM segments s GROUP BY 1)
  SELECT s.day, CASE v_heavy WHEN 0 THEN s.heavy_people ELSE s.light_people END,
         CASE v_heavy WHEN 1 THEN s.heavy_people ELSE s.light_people END,
         CASE v_heavy WHEN 0 THEN s.heavy_volume ELSE s.light_volume END,
         CASE v_heavy WHEN 1 THEN s.heavy_volume ELSE s.light_volume END
    FROM summed s WHERE s.heavy_people + s.light_people + s.heavy_volume + s.light_volume > 0 ORDER BY s.day;
END $$;

-- Up to when the index knows everything: the beginning of what waits to be folded in, or now.
CREATE OR REPLACE FUNCTION team_known_until() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT coalesce((SELECT min(at) FROM team_event), product_now())
$$;

GRANT EXECUTE ON FUNCTION team_shift, team_roll_up, team_suffix, team_window, team_daily, team_known_until TO trellis_app;
