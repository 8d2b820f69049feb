-- Members of one's own team by the first letters of their names, by the alphabet. Of a small team everybody is looked at; of a
-- large one who begins so, and whether they stand below: of names that many have, the first hundred, so that who is not among
-- these is found by more letters.
CREATE OR REPLACE FUNCTION team_search(p_member bigint, p_prefix text, p_limit integer)
RETURNS TABLE (id bigint, username text, side smallint) LANGUAGE plpgsql STABLE ROWS 8 AS $$
#variable_conflict use_column
DECLARE v_people bigint; v_depth integer;
BEGIN
  SELECT below.people INTO v_people FROM team t CROSS JOIN LATERAL team_suffix(t.path, t.pos) below WHERE t.node_id = p_member;
  -- Who is not in the index yet has nobody below, or few.
  IF coalesce(v_people, 0) <= 300 THEN
    RETURN QUERY
      WITH RECURSIVE below AS (
        SELECT n.id FROM tree_node n WHERE n.id = p_member
        UNION ALL SELECT n.id FROM below b JOIN tree_node n ON n.parent_id = b.id)
      SELECT m.id, m.username, side_below(p_member, m.id) FROM below JOIN member m USING (id)
        WHERE starts_with(m.username_key, p_prefix) ORDER BY m.username_key COLLATE "C" LIMIT p_limit;
  ELSE
    SELECT depth INTO v_depth FROM tree_node WHERE id = p_member;
    -- Nobody below is older: a child's id is larger than its parent's. One way up reports each whether they stand below, and
    -- on which side: over the searcher's left or right.
    RETURN QUERY
      SELECT c.id, c.username, CASE WHEN c.id <> p_member THEN over.side END
        FROM (SELECT m.id, m.username FROM member m
                WHERE m.username_key ~>=~ p_prefix AND m.username_key ~<~ (p_prefix || '~') AND m.id >= p_member
                ORDER BY m.username_key USING ~<~ LIMIT 100) c
        JOIN tree_node over ON over.id = ancestor_at(c.id, v_depth + 1)
        WHERE p_member IN (over.parent_id, c.id) LIMIT p_limit;
  END IF;
END $$;

GRANT EXECUTE ON FUNCTION team_search TO trellis_app;
