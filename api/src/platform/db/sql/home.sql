-- A copy of the database is not the product: it has everything that the product has to do, and would do it a second time.

-- Whether this is the database that the product lives in, and not a copy of it.
CREATE OR REPLACE FUNCTION is_home() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT (server, base) = (SELECT system_identifier::text, (SELECT oid::text FROM pg_database WHERE datname = current_database())
                               FROM pg_control_system())
      FROM home ORDER BY id DESC LIMIT 1), false)
$$;
GRANT EXECUTE ON FUNCTION is_home TO trellis_app;

-- As the owner: from now on this is the product.
CREATE OR REPLACE FUNCTION take_home(p_by text, p_reason text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO home (server, base, taken_by, reason)
  SELECT system_identifier::text, (SELECT oid::text FROM pg_database WHERE datname = current_database()), p_by, p_reason
    FROM pg_control_system()
$$;

-- As the owner: this is a copy. A file copy has the number of its server, and does not see that by itself.
CREATE OR REPLACE FUNCTION leave_home(p_by text, p_reason text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO home (server, base, taken_by, reason) VALUES ('another', 'another', p_by, p_reason)
$$;

CREATE OR REPLACE TRIGGER home_append_only BEFORE UPDATE OR DELETE ON home FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER home_no_truncate BEFORE TRUNCATE ON home EXECUTE FUNCTION refuse_change();
