-- How a username looks, whatever it is written with: without case, with I, l and 1, O and 0, S and 5, rn and m, vv and w
-- as one. Names are letters and digits of ASCII. Two names of one skeleton can be taken for each other.
CREATE OR REPLACE FUNCTION username_skeleton_of(p_username text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(translate(lower(p_username), 'i105', 'llos'), 'rn', 'm'), 'vv', 'w')
$$;

-- Notes the skeleton of every name, also of one that was not claimed: never refuses.
CREATE OR REPLACE FUNCTION note_username_skeleton() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO username_skeleton (skeleton) VALUES (username_skeleton_of(NEW.username_key)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER member_username_skeleton AFTER INSERT OR UPDATE OF username_key ON member
  FOR EACH ROW EXECUTE FUNCTION note_username_skeleton();

GRANT EXECUTE ON FUNCTION username_skeleton_of TO trellis_app;
