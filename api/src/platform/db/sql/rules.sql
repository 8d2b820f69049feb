-- Rules: what operators set, each from a moment on. A row is never changed; the rule in force is the latest whose time
-- has come, and that is said here and nowhere else. Errors are TM…: operators meet them, members never.

-- The rule in force at a time, or no row. Postgres puts the query in place of the call where p_at is no volatile
-- function, so keep product_now() in a variable.
CREATE OR REPLACE FUNCTION rule_at(p_subject text, p_key text, p_at timestamptz) RETURNS SETOF rule
LANGUAGE sql STABLE AS $$
  SELECT * FROM rule WHERE subject = p_subject AND key = p_key AND effective_from <= p_at
    ORDER BY effective_from DESC LIMIT 1
$$;

-- All that were ever set, each with the time in which it is in force, as market_rate has it.
CREATE OR REPLACE VIEW rule_history AS
  SELECT id, subject, key, value, set_by, set_at, reason,
         tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY subject, key ORDER BY effective_from)) AS during
    FROM rule;

-- What something that is in force for a time is at another.
CREATE OR REPLACE FUNCTION period_state(p_during tstzrange, p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_during @> p_at THEN 'inForce' WHEN lower(p_during) > p_at THEN 'coming' ELSE 'over' END
$$;

-- The only way to set one. TM001: there is no such rule to set. TM002: p_from is past.
CREATE OR REPLACE FUNCTION set_rule(p_subject text, p_key text, p_value jsonb, p_from timestamptz,
                                    p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_id bigint;
BEGIN
  -- One after the other, so that each can say whose place it takes.
  PERFORM 1 FROM rule WHERE subject = p_subject AND key = p_key ORDER BY id LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such rule' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
    VALUES (p_subject, p_key, p_value, p_from, p_by, p_now, p_reason) RETURNING id INTO v_id;
  RETURN v_id;
END $$;

CREATE OR REPLACE TRIGGER rule_append_only BEFORE UPDATE OR DELETE ON rule
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER rule_no_truncate BEFORE TRUNCATE ON rule EXECUTE FUNCTION refuse_change();

-- Those that SQL reads, with their types; amounts in minor units.

CREATE OR REPLACE FUNCTION money_limit_at(p_operation text, p_unit text, p_at timestamptz)
RETURNS TABLE (minimum bigint, maximum bigint, day_maximum bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT (value ->> 'minimum')::bigint, (value ->> 'maximum')::bigint, (value ->> 'dayMaximum')::bigint,
         (value ->> 'fee')::bigint
    FROM rule_at('limit', p_operation || '-' || p_unit, p_at)
$$;

-- In millionths of what is given.
CREATE OR REPLACE FUNCTION exchange_fee_at(p_from text, p_to text, p_at timestamptz)
RETURNS TABLE (ppm integer) LANGUAGE sql STABLE AS $$
  SELECT ((value ->> 'percent')::numeric * 10000)::integer FROM rule_at('exchangeFee', p_from || '-' || p_to, p_at)
$$;

-- How long a quote is good.
CREATE OR REPLACE FUNCTION quote_validity_at(p_at timestamptz) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT make_interval(secs => (value ->> 'validSeconds')::integer) FROM rule_at('exchangeQuote', 'all', p_at)
$$;

-- How old a rate may be (NULL: any age), and the change in millionths beyond which it needs a second person.
CREATE OR REPLACE FUNCTION rate_pair_rule_at(p_base text, p_quote text, p_at timestamptz)
RETURNS TABLE (maximum_age interval, jump_ppm integer) LANGUAGE sql STABLE AS $$
  SELECT make_interval(secs => (value ->> 'maximumAgeSeconds')::float), ((value ->> 'jumpPercent')::numeric * 10000)::integer
    FROM rule_at('ratePair', p_base || '-' || p_quote, p_at)
$$;

-- How long the owner of a lost authenticator can stop its reset.
CREATE OR REPLACE FUNCTION factor_reset_wait_at(p_at timestamptz) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT make_interval(hours => (value ->> 'waitHours')::integer) FROM rule_at('factorReset', 'all', p_at)
$$;

GRANT SELECT ON rule_history TO trellis_app;
GRANT EXECUTE ON FUNCTION rule_at, period_state, set_rule, money_limit_at, exchange_fee_at,
  quote_validity_at, rate_pair_rule_at, factor_reset_wait_at TO trellis_app;
