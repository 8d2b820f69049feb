-- Limits and fees: set from a moment on, with their history. Errors are TM…: operators meet them, members never.

-- TM001: there is no such rule to change. TM002: p_from is past.
CREATE OR REPLACE FUNCTION set_money_limit(p_operation text, p_unit text, p_minimum bigint, p_maximum bigint,
                                           p_day bigint, p_fee bigint, p_from timestamptz, p_by text, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM money_limit WHERE operation = p_operation AND unit = p_unit;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such limit' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  INSERT INTO money_limit (operation, unit, minimum, maximum, day_maximum, fee, effective_from, set_by, set_at)
    VALUES (p_operation, p_unit, p_minimum, p_maximum, p_day, p_fee, p_from, p_by, p_now);
END $$;

CREATE OR REPLACE FUNCTION set_fee(p_product text, p_subject text, p_fixed bigint, p_ppm integer,
                                   p_from timestamptz, p_by text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_unit text := (SELECT unit FROM fee_rule WHERE product = p_product AND subject = p_subject LIMIT 1);
BEGIN
  IF v_unit IS NULL THEN RAISE EXCEPTION 'no such fee' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  INSERT INTO fee_rule (product, subject, unit, fixed, ppm, effective_from, set_by, set_at)
    VALUES (p_product, p_subject, v_unit, p_fixed, p_ppm, p_from, p_by, p_now);
END $$;

GRANT EXECUTE ON FUNCTION set_money_limit, set_fee TO trellis_app;
