-- Market rates: set from a moment on, one at a time, with their history. A rate that jumps waits for a second person.
-- Only these functions write here, so the guard cannot be passed by. Errors are TM…: operators meet them, not members.

-- The rate that was in force at a time, and whether it had become too old by then. No row: there was none.
CREATE OR REPLACE FUNCTION market_rate_at(p_base text, p_quote text, p_at timestamptz,
  OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT since timestamptz, OUT stale boolean)
RETURNS SETOF record LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.id, r.numerator, r.denominator, lower(r.during),
         rule.maximum_age IS NOT NULL AND p_at - lower(r.during) > rule.maximum_age
    FROM rate_pair p JOIN market_rate r ON r.pair = p.id
    LEFT JOIN LATERAL rate_pair_rule_at(p.base, p.quote, p_at) rule ON true
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

-- How much one person has changed a pair since a time, in millionths: up and down again is twice as much. What a second person
-- agreed to is not theirs alone, and ends what was before it.
CREATE OR REPLACE FUNCTION own_rate_changes(p_pair smallint, p_by text, p_since timestamptz) RETURNS numeric
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(sum(abs(numerator * before_denominator / (denominator * before_numerator) - 1) * 1000000), 0)
    FROM (SELECT set_by, set_at, approved_at, numerator::numeric, denominator::numeric,
                 lag(numerator) OVER step AS before_numerator, lag(denominator) OVER step AS before_denominator
            FROM market_rate WHERE pair = p_pair AND during && tstzrange(p_since, NULL)
          WINDOW step AS (ORDER BY lower(during) NULLS FIRST)) AS rates
    WHERE approved_at IS NULL AND set_at > p_since AND one_person(set_by) = one_person(p_by)
$$;

-- How long quotes rest before and after a change that one person made: longer than anybody who knows of it could wait unseen.
-- A quote is good for no longer (make_quote), so that none from before a change outlives the rest.
CREATE OR REPLACE FUNCTION rate_rest() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '5 minutes' $$;

-- So many changes of a pair one person makes alone within a day; the next takes a second. Nobody keeps an exchange closed by
-- changes, however small: these come to an hour of rest at most.
CREATE OR REPLACE FUNCTION own_rate_changes_most() RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT 6 $$;

-- The rates of a pair that hold within a time, each with whether it is another than the one before it, and one person's word.
CREATE OR REPLACE FUNCTION rate_changes(p_pair smallint, p_within tstzrange)
RETURNS TABLE (begins timestamptz, set_by text, set_at timestamptz, alone boolean)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT lower(r.during), r.set_by, r.set_at, r.approved_at IS NULL AND person_of(r.set_by) IS NOT NULL
      AND r.numerator::numeric * lag(r.denominator) OVER step <> r.denominator::numeric * lag(r.numerator) OVER step
    FROM market_rate r WHERE r.pair = p_pair AND r.during && p_within WINDOW step AS (ORDER BY lower(r.during) NULLS FIRST)
$$;

-- Until when quotes of a pair rest, at a time, because one person alone changes its rate about then. NULL: they do not. What two
-- agreed to, what is as it was before, and what comes with the product changes nothing alone.
CREATE OR REPLACE FUNCTION rate_rests_until(p_base text, p_quote text, p_at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT max(c.begins) + rate_rest()
    FROM rate_pair p CROSS JOIN rate_changes(p.id, tstzrange(p_at - rate_rest(), p_at + rate_rest(), '[]')) c
    WHERE p.base = p_base AND p.quote = p_quote AND c.alone
      AND p_at >= c.begins - rate_rest() AND p_at < c.begins + rate_rest()
$$;

-- How often one person alone has changed a pair since a time; what was announced and replaced before it began let quotes rest, too.
CREATE OR REPLACE FUNCTION own_rate_changes_count(p_pair smallint, p_by text, p_since timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT count(*) FROM rate_changes(p_pair, tstzrange(p_since, NULL)) c
           WHERE c.alone AND c.set_at > p_since AND one_person(c.set_by) = one_person(p_by))
       + (SELECT count(*) FROM market_rate WHERE pair = p_pair AND isempty(during) AND approved_at IS NULL AND set_at > p_since
             AND one_person(set_by) = one_person(p_by))
$$;

-- Ten times what holds, or a tenth of it, is a decimal point in the wrong place more often than a market, whoever agrees to it: it is
-- refused, now and when it would begin. What falls further falls in steps, each agreed to while the one before holds. The first rate
-- of a pair has nothing to be compared with. TM003.
CREATE OR REPLACE FUNCTION refuse_rate_slip(p_rate market_rate, p_now timestamptz, p_from timestamptz) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM market_rate h WHERE h.pair = (p_rate).pair AND (h.during @> p_now OR h.during @> p_from)
      AND ((p_rate).numerator::numeric * h.denominator > h.numerator::numeric * (p_rate).denominator * 10
        OR (p_rate).numerator::numeric * h.denominator * 10 < h.numerator::numeric * (p_rate).denominator)) THEN
    RAISE EXCEPTION 'more than ten times what holds, or less than a tenth' USING ERRCODE = 'TM003';
  END IF;
END $$;

-- Sets a rate from p_from on; one that jumps, or has none before it, waits for a second person. What it is compared
-- with are all that held within a day (so that no series of small steps gets round the limit), from the last one on
-- that two people agreed to; and all that one person changes within a day counts together, by its sum and, of a pair that is
-- exchanged, by its number. TM001: no such pair. TM002: p_from is past. TM003: a slip. TA003: p_by is no person.
CREATE OR REPLACE FUNCTION set_market_rate(p_base text, p_quote text, p_numerator bigint, p_denominator bigint,
                                           p_source text, p_from timestamptz, p_by text, p_now timestamptz, p_reason text)
RETURNS market_rate LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_pair rate_pair; v_jump_ppm integer; v_agreed timestamptz; v_jumps boolean; made market_rate;
BEGIN
  SELECT * INTO v_pair FROM rate_pair WHERE base = p_base AND quote = p_quote FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such pair' USING ERRCODE = 'TM001'; END IF;
  IF person_of(p_by) IS NULL THEN RAISE EXCEPTION '% is nobody who can set a rate', p_by USING ERRCODE = 'TA003'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  SELECT jump_ppm INTO STRICT v_jump_ppm FROM rate_pair_rule_at(p_base, p_quote, p_now);
  v_agreed := (SELECT max(approved_at) FROM market_rate WHERE pair = v_pair.id);
  WITH held AS (SELECT * FROM market_rate WHERE pair = v_pair.id AND during IS NOT NULL AND NOT isempty(during)),
       compared AS (
    SELECT * FROM held
      WHERE (v_agreed IS NULL OR coalesce(approved_at, set_at) >= v_agreed)
        AND during && tstzrange(p_now - interval '24 hours', NULL)
    UNION SELECT * FROM held WHERE during @> p_from)
  SELECT count(*) = 0 OR bool_or(
      abs(p_numerator::numeric * denominator - numerator::numeric * p_denominator) * 1000000
        > numerator::numeric * p_denominator * v_jump_ppm)
    INTO v_jumps FROM compared;
  -- To and fro is no way round it.
  v_jumps := v_jumps OR coalesce(own_rate_changes(v_pair.id, p_by, greatest(v_agreed, p_now - interval '24 hours'))
    + (SELECT abs(p_numerator::numeric * denominator / (numerator::numeric * p_denominator) - 1) * 1000000
         FROM market_rate WHERE pair = v_pair.id AND during @> p_from) > v_jump_ppm, false);
  -- Nor is it a way to let quotes rest for good.
  v_jumps := v_jumps OR (
    EXISTS (SELECT 1 FROM exchange_pair WHERE from_unit = p_base AND to_unit = p_quote)
    AND NOT EXISTS (SELECT 1 FROM market_rate WHERE pair = v_pair.id AND during @> p_from
      AND p_numerator::numeric * denominator = p_denominator::numeric * numerator)
    AND own_rate_changes_count(v_pair.id, p_by, p_now - interval '24 hours') >= own_rate_changes_most());
  INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, reason, requested_from, jumps, expires_at)
    VALUES (v_pair.id, p_numerator, p_denominator, p_source, p_by, p_now, p_reason, p_from, v_jumps,
            p_now + interval '24 hours')
    RETURNING * INTO made;
  PERFORM refuse_rate_slip(made, p_now, p_from);
  IF NOT v_jumps THEN PERFORM begin_market_rate(made.id, p_from); END IF;
  SELECT * INTO made FROM market_rate WHERE id = made.id;
  RETURN made;
END $$;

-- What is approved of a rate.
CREATE OR REPLACE FUNCTION market_rate_payload(p_rate market_rate) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('pair', (p_rate).pair, 'numerator', (p_rate).numerator, 'denominator', (p_rate).denominator,
    'from', (extract(epoch FROM (p_rate).requested_from) * 1000000)::bigint)
$$;

CREATE OR REPLACE FUNCTION ask_for_market_rate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('rate.approve', NEW.id::text, market_rate_payload(NEW), 1, NEW.set_by, NEW.set_at,
            coalesce(NEW.reason, NEW.source), NEW.expires_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER market_rate_asked AFTER INSERT ON market_rate FOR EACH ROW WHEN (NEW.jumps)
  EXECUTE FUNCTION ask_for_market_rate();

-- The second person's approval. It holds from then on, or from when it was asked for. TA002: it is not there, waits for
-- nobody, or has waited for too long. Two that are one are TA001. TM003: by now it is a slip.
CREATE OR REPLACE FUNCTION approve_market_rate(p_id bigint, p_by text, p_now timestamptz, p_reason text) RETURNS market_rate
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE made market_rate; request approval;
BEGIN
  PERFORM 1 FROM rate_pair WHERE id = (SELECT pair FROM market_rate WHERE id = p_id) FOR UPDATE;
  SELECT * INTO made FROM market_rate WHERE id = p_id;
  request := use_approval('rate.approve', request_for('rate.approve', p_id), p_by, p_reason, p_now);
  IF request.payload <> market_rate_payload(made) OR made.during IS NOT NULL THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  PERFORM refuse_rate_slip(made, p_now, greatest(made.requested_from, p_now));
  UPDATE market_rate SET approved_by = p_by, approved_at = p_now WHERE id = p_id;
  -- What one person planned for later does not undo it by itself, if it would jump from it.
  UPDATE market_rate r SET during = 'empty' WHERE r.pair = made.pair AND r.approved_at IS NULL AND person_of(r.set_by) IS NOT NULL
    AND lower(r.during) > greatest(made.requested_from, p_now)
    AND abs(r.numerator::numeric * made.denominator - made.numerator::numeric * r.denominator) * 1000000
      > made.numerator::numeric * r.denominator * (SELECT jump_ppm FROM rate_pair p, rate_pair_rule_at(p.base, p.quote, p_now) WHERE p.id = made.pair);
  PERFORM begin_market_rate(p_id, greatest(made.requested_from, p_now));
  SELECT * INTO made FROM market_rate WHERE id = p_id;
  RETURN made;
END $$;

CREATE OR REPLACE TRIGGER market_rate_kept BEFORE DELETE ON market_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_rate_no_truncate BEFORE TRUNCATE ON market_rate EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_rate_fixed BEFORE UPDATE ON market_rate FOR EACH ROW
  WHEN ((OLD.pair, OLD.numerator, OLD.denominator, OLD.source, OLD.set_by, OLD.set_at, OLD.reason, OLD.jumps)
      IS DISTINCT FROM (NEW.pair, NEW.numerator, NEW.denominator, NEW.source, NEW.set_by, NEW.set_at, NEW.reason, NEW.jumps)
    OR (OLD.during IS NOT NULL AND lower(NEW.during) IS DISTINCT FROM lower(OLD.during) AND NOT isempty(NEW.during)))
  EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION market_rate_at, rate_changes, set_market_rate, approve_market_rate TO trellis_app;
