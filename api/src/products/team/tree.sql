-- The placement tree's facts: members are placed at the outer end of a leg, and "is a above b" is answered.
--
-- tree_leg keeps the end of each leg, so placement is one upsert, whatever the depth. An id that is smaller than its parent's
-- is drawn again under the leg's row lock, and the sequence caches one value: so a parent's id is always smaller than its
-- child's. Jump pointers (skew-binary numbers) answer "is a above b" in O(log depth).

-- Places a new member at the outer end of the sponsor's leg on a side; without a sponsor it makes the root.
CREATE OR REPLACE FUNCTION tree_place(p_sponsor bigint, p_side smallint, OUT new_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  sponsor record; parent record; jump record;
  v_leg bigint; v_parent bigint; v_len integer; v_merge boolean;
BEGIN
  IF p_sponsor IS NULL THEN
    -- The fixed leg key lets one root exist and no second.
    INSERT INTO tree_leg (leg_id, end_id, prev_id, len) VALUES (0, nextval('tree_node_id'), NULL, 1)
      RETURNING end_id INTO new_id;
    INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
      VALUES (new_id, NULL, 0, NULL, 0, new_id, 0, 0, 0);
  ELSE
    SELECT id, side, leg_id INTO STRICT sponsor FROM tree_node WHERE id = p_sponsor;
    v_leg := CASE WHEN sponsor.side = p_side THEN sponsor.leg_id ELSE sponsor.id END;
    INSERT INTO tree_leg AS leg (leg_id, end_id, prev_id, len) VALUES (v_leg, nextval('tree_node_id'), sponsor.id, 1)
      ON CONFLICT (leg_id) DO UPDATE SET prev_id = leg.end_id, end_id = excluded.end_id, len = leg.len + 1
      RETURNING leg.end_id, leg.prev_id, leg.len INTO new_id, v_parent, v_len;
    -- It was drawn before the lock, and somebody else was placed meanwhile.
    IF new_id < v_parent THEN
      new_id := nextval('tree_node_id');
      UPDATE tree_leg SET end_id = new_id WHERE leg_id = v_leg;
    END IF;
    SELECT id, depth, jump_id, jump_depth INTO STRICT parent FROM tree_node WHERE id = v_parent;
    SELECT jump_id, jump_depth INTO STRICT jump FROM tree_node WHERE id = parent.jump_id;
    v_merge := parent.depth - parent.jump_depth = parent.jump_depth - jump.jump_depth;
    INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
      VALUES (new_id, v_parent, p_side, p_sponsor, parent.depth + 1,
              CASE WHEN v_merge THEN jump.jump_id ELSE parent.id END,
              CASE WHEN v_merge THEN jump.jump_depth ELSE parent.depth END, v_leg, v_len - 1);
  END IF;
  INSERT INTO team_event (node_id, people, day, at)
    SELECT new_id, 1, (now.at AT TIME ZONE 'UTC')::date, now.at FROM product_now() AS now (at);
END $$;

-- Who stands at a depth on the way from the root to b, or b itself where b is not that deep; null for an unknown id.
CREATE OR REPLACE FUNCTION ancestor_at(b bigint, p_depth integer) RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE node record;
BEGIN
  SELECT id, depth, parent_id, jump_id, jump_depth INTO node FROM tree_node WHERE id = b;
  WHILE node.depth > p_depth LOOP
    SELECT id, depth, parent_id, jump_id, jump_depth INTO node FROM tree_node
      WHERE id = CASE WHEN node.jump_depth < p_depth THEN node.parent_id ELSE node.jump_id END;
  END LOOP;
  RETURN node.id;
END $$;

-- True if b is a or stands below a; false for an unknown id.
CREATE OR REPLACE FUNCTION is_ancestor(a bigint, b bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(ancestor_at(b, (SELECT depth FROM tree_node WHERE id = a)) = a, false);

-- On which side of a the member b stands who is below a: 0 left, 1 right; null for who is not.
CREATE OR REPLACE FUNCTION side_below(a bigint, b bigint) RETURNS smallint
LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT side FROM tree_node
           WHERE id = ancestor_at(b, (SELECT depth + 1 FROM tree_node WHERE id = a)) AND parent_id = a);

GRANT EXECUTE ON FUNCTION tree_place(bigint, smallint), ancestor_at, is_ancestor, side_below TO trellis_app;
