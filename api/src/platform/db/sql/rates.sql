-- Market rates: set from a moment on, one at a time, with their history. A rate that jumps waits for a second person.
-- Only these functions write here, so the guard cannot be passed by. Errors are TM…: operators meet them, not members.

-- The rate that was in force at a time, and whether it had become too old by then. No row: there was none.
CREATE OR REPLACE FUNCTION market_rate_at(p_base text, p_quote text, p_at timestamptz,
  OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT since timestamptz, OUT stale boolean)
RETURNS SETOF record LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.id, r.numerator, r.denominator, lower(r.during),
         p.maximum_age IS NOT NULL AND p_at - lower(r.during) > p.maximum_age
    FROM rate_pair p JOIN market_rate r ON r.pair = p.id
    WHERE p.base = p_base AND p.quote = p_quote AND r.during @> p_at
$$;

-- Gives a rate the time from p_from until the next that is there already, and ends the one before.
CREATE OR REPLACE FUNCTION begin_market_rate(p_id bigint, p_from timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_pair smallint := (SELECT pair FROM market_rate WHERE id = p_id);
BEGIN
  UPDATE market_rate SET during = tstzrange(lower(during), p_from) WHERE pair = v_pair AND during @> p_from;
  UPDATE market_rate SET during = tstzrange(p_from,
      (SELECT min(lower(during)) FROM market_rate WHERE pair = v_pair AND lower(during) > p_from))
    WHERE id = p_id;
END $$;

-- Sets a rate from p_from on; one that jumps, or has none before it, waits for a second person. What it is compared
-- with are all that held within a day (so that no series of small steps gets round the limit), from the last one on
-- that two people agreed to. TM001: no such pair. TM002: p_from is past.
CREATE OR REPLACE FUNCTION set_market_rate(p_base text, p_quote text, p_numerator bigint, p_denominator bigint,
                                           p_source text, p_from timestamptz, p_by text, p_now timestamptz)
RETURNS market_rate LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_pair rate_pair; v_agreed timestamptz; v_jumps boolean; made market_rate;
BEGIN
  SELECT * INTO v_pair FROM rate_pair WHERE base = p_base AND quote = p_quote FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such pair' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  v_agreed := (SELECT max(approved_at) FROM market_rate WHERE pair = v_pair.id);
  WITH held AS (SELECT * FROM market_rate WHERE pair = v_pair.id AND during IS NOT NULL AND NOT isempty(during)),
       compared AS (
    SELECT * FROM held
      WHERE (v_agreed IS NULL OR coalesce(approved_at, set_at) >= v_agreed)
        AND during && tstzrange(p_now - interval '24 hours', NULL)
    UNION SELECT * FROM held WHERE during @> p_from)
  SELECT count(*) = 0 OR bool_or(
      abs(p_numerator::numeric * denominator - numerator::numeric * p_denominator) * 1000000
        > numerator::numeric * p_denominator * v_pair.jump_ppm)
    INTO v_jumps FROM compared;
  INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at)
    VALUES (v_pair.id, p_numerator, p_denominator, p_source, p_by, p_now, p_from, v_jumps, p_now + interval '24 hours')
    RETURNING * INTO made;
  IF NOT v_jumps THEN PERFORM begin_market_rate(made.id, p_from); END IF;
  SELECT * INTO made FROM market_rate WHERE id = made.id;
  RETURN made;
END $$;

-- The second person's yes. It holds from then on, or from when it was asked for. TM003: it is not there, waits for
-- nobody, or has waited for too long. Two that are one break market_rate_second_person.
CREATE OR REPLACE FUNCTION approve_market_rate(p_id bigint, p_by text, p_now timestamptz) RETURNS market_rate
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE made market_rate;
BEGIN
  PERFORM 1 FROM rate_pair WHERE id = (SELECT pair FROM market_rate WHERE id = p_id) FOR UPDATE;
  SELECT * INTO made FROM market_rate WHERE id = p_id;
  IF made.id IS NULL OR made.during IS NOT NULL OR made.expires_at <= p_now THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TM003';
  END IF;
  UPDATE market_rate SET approved_by = p_by, approved_at = p_now WHERE id = p_id;
  PERFORM begin_market_rate(p_id, greatest(made.requested_from, p_now));
  SELECT * INTO made FROM market_rate WHERE id = p_id;
  RETURN made;
END $$;

CREATE OR REPLACE TRIGGER market_rate_kept BEFORE DELETE ON market_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_rate_no_truncate BEFORE TRUNCATE ON market_rate EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_rate_fixed BEFORE UPDATE ON market_rate FOR EACH ROW
  WHEN ((OLD.pair, OLD.numerator, OLD.denominator, OLD.source, OLD.set_by, OLD.set_at, OLD.jumps)
      IS DISTINCT FROM (NEW.pair, NEW.numerator, NEW.denominator, NEW.source, NEW.set_by, NEW.set_at, NEW.jumps)
    OR (OLD.during IS NOT NULL AND lower(NEW.during) IS DISTINCT FROM lower(OLD.during) AND NOT isempty(NEW.during)))
  EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION market_rate_at, set_market_rate, approve_market_rate TO trellis_app;
