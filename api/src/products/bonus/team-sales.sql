-- Sales of the team: when a package counts, and on which day. A day takes sales until it is cut off (team-bonus.sql): who counts one
-- holds the calendar with others who do, and who cuts holds it alone, so that a day that was cut off is complete.

CREATE OR REPLACE FUNCTION hold_bonus_calendar() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock_shared(7721) $$;

-- Counts packages on their day or, where that is closed, on the first that is not. Each once: it is a sale then.
CREATE OR REPLACE FUNCTION count_sales(p_packages uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_open date; v_now timestamptz;
BEGIN
  PERFORM hold_bonus_calendar();
  SELECT open_day INTO v_open FROM bonus_calendar;
  IF v_open IS NULL THEN
    -- The first sale of all begins the calendar. Of several at once one does, and the others count no earlier.
    INSERT INTO bonus_calendar (open_day) SELECT min((counted_at AT TIME ZONE 'UTC')::date) FROM package WHERE id = ANY (p_packages)
      ON CONFLICT DO NOTHING;
    SELECT open_day INTO v_open FROM bonus_calendar;
  END IF;
  v_now := product_now();
  WITH counted AS (
    INSERT INTO sale (package, member, level, points, day, ends_on, counted_at)
      SELECT id, member, level, price, greatest((counted_at AT TIME ZONE 'UTC')::date, v_open), start_day + loops * loop_days,
             v_now
        FROM package WHERE id = ANY (p_packages)
      RETURNING member, points, day, counted_at)
  INSERT INTO team_event (node_id, volume, day, at) SELECT member, points, day, counted_at FROM counted;
END $$;

-- What was just bought counts at once, or waits until it cannot be cancelled any more.
CREATE OR REPLACE FUNCTION begin_sales(p_packages uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_now uuid[];
BEGIN
  v_now := ARRAY(SELECT id FROM package WHERE id = ANY (p_packages) AND cancel_days = 0);
  IF cardinality(v_now) > 0 THEN PERFORM count_sales(v_now); END IF;
  IF cardinality(v_now) < cardinality(p_packages) THEN
    INSERT INTO sale_due (counted_at, package)
      SELECT counted_at, id FROM package WHERE id = ANY (p_packages) AND cancel_days > 0;
  END IF;
END $$;

-- Counts those whose time to cancel is over, at most p_limit; what was cancelled counts never. Returns how many it took up.
CREATE OR REPLACE FUNCTION count_due_sales(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_due uuid[]; v_counted uuid[]; v_now timestamptz := product_now();
BEGIN
  -- By the row of the package, which a cancellation holds: one that came in time is seen here once it is over.
  v_due := ARRAY(
    SELECT p.id FROM sale_due d JOIN package p ON p.id = d.package WHERE d.counted_at <= v_now
      ORDER BY d.counted_at, d.package LIMIT p_limit FOR NO KEY UPDATE OF p);
  IF cardinality(v_due) = 0 THEN RETURN 0; END IF;
  WITH taken AS (DELETE FROM sale_due WHERE package = ANY (v_due) AND counted_at <= v_now RETURNING package)
  SELECT coalesce(array_agg(package), '{}') INTO v_counted FROM taken t
    WHERE NOT EXISTS (SELECT 1 FROM package_cancellation c WHERE c.package = t.package);
  IF cardinality(v_counted) > 0 THEN PERFORM count_sales(v_counted); END IF;
  RETURN cardinality(v_due);
END $$;

CREATE OR REPLACE TRIGGER sale_stays BEFORE UPDATE OR DELETE ON sale FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER sale_no_truncate BEFORE TRUNCATE ON sale EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION count_due_sales TO trellis_app;
