-- Quotes: what an exchange will give, as integers, valid for a short time and consumed exactly once inside the posting.
-- The rate is a ratio of integers. Credits round down, fees round up; what the rounded credit does not need of the
-- amount given goes to the rounding account of its unit.

-- TR035: the rate between two units is one that one person alone changes about now; in its detail the seconds until it rests no
-- more. Whoever moves a rate has no quote of before or after it within these minutes. USDP has no rate that moves.
CREATE OR REPLACE FUNCTION check_rate_rest(p_from text, p_to text, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_until timestamptz := CASE WHEN p_from <> 'USDP' THEN
  rate_rests_until(CASE WHEN p_from = 'USD' THEN p_to ELSE p_from END, 'USD', p_now) END;
BEGIN
  IF v_until IS NOT NULL THEN
    RAISE EXCEPTION 'its rate is one person''s change' USING ERRCODE = 'TR035',
      DETAIL = ceil(extract(epoch FROM v_until - p_now))::text;
  END IF;
END $$;

-- Makes a quote for p_given at the rate in force. TR032: the pair is not exchanged. TR033: it has no rate now.
-- TR034: its rate is too old. TR035: it rests.
CREATE OR REPLACE FUNCTION make_quote(p_owner bigint, p_id uuid, p_from text, p_to text, p_given bigint,
                                      p_now timestamptz)
RETURNS exchange_quote
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_ppm integer; v_rate record; v_numerator bigint := 1; v_denominator bigint := 1;
  v_gross bigint; v_fee bigint; made exchange_quote;
BEGIN
  SELECT f.ppm INTO v_ppm FROM exchange_pair e
    CROSS JOIN LATERAL exchange_fee_at(e.from_unit, e.to_unit, p_now) f
    WHERE e.from_unit = p_from AND e.to_unit = p_to;
  IF NOT FOUND THEN RAISE EXCEPTION 'not exchanged' USING ERRCODE = 'TR032'; END IF;
  -- USDP is backed one to one: at any other rate its reserve would not fit what it backs.
  IF p_from <> 'USDP' THEN
    SELECT * INTO v_rate FROM market_rate_at(CASE WHEN p_from = 'USD' THEN p_to ELSE p_from END, 'USD', p_now);
    IF NOT FOUND THEN RAISE EXCEPTION 'no rate' USING ERRCODE = 'TR033'; END IF;
    IF v_rate.stale THEN RAISE EXCEPTION 'rate too old' USING ERRCODE = 'TR034'; END IF;
    PERFORM check_rate_rest(p_from, p_to, p_now);
    IF p_from = 'USD' THEN
      v_numerator := v_rate.denominator; v_denominator := v_rate.numerator;
    ELSE
      v_numerator := v_rate.numerator; v_denominator := v_rate.denominator;
    END IF;
  END IF;
  -- numeric: a product of two bigints need not fit a bigint.
  v_gross := div(p_given::numeric * v_numerator, v_denominator);
  v_fee := v_gross - without_fee(v_gross, v_ppm);
  INSERT INTO exchange_quote (
      owner, id, from_unit, to_unit, numerator, denominator, given, needed, fee, credit, expires_at)
    VALUES (
      p_owner, p_id, p_from, p_to, v_numerator, v_denominator, p_given,
      div(v_gross::numeric * v_denominator + v_numerator - 1, v_numerator),
      v_fee, v_gross - v_fee, p_now + least(quote_validity_at(p_now), rate_rest()))
    RETURNING * INTO made;
  RETURN made;
END $$;

-- Consumes a quote in the posting that it is for. TR031: it is not there, is used, or has expired. TR035: it rests.
CREATE OR REPLACE FUNCTION post_exchange(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_quote uuid, p_now timestamptz,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE quote exchange_quote; pair exchange_pair; v_accounts bigint[]; v_amounts bigint[];
BEGIN
  IF p_kind <> 'exchange' THEN RAISE EXCEPTION 'this is an exchange' USING ERRCODE = '42501'; END IF;
  IF journal_exists(p_owner, p_key) THEN
    SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
      p_id, p_owner, p_key, p_hash, p_kind, p_memo, '{}', '{}', NULL, NULL, NULL) AS posted;
    RETURN;
  END IF;
  UPDATE exchange_quote SET consumed_by = p_id
    WHERE owner = p_owner AND id = p_quote AND consumed_by IS NULL AND expires_at > p_now RETURNING * INTO quote;
  IF NOT FOUND THEN RAISE EXCEPTION 'quote is used or expired' USING ERRCODE = 'TR031'; END IF;
  PERFORM check_rate_rest(quote.from_unit, quote.to_unit, p_now);
  SELECT * INTO STRICT pair FROM exchange_pair WHERE from_unit = quote.from_unit AND to_unit = quote.to_unit;
  SELECT array_agg(leg.account ORDER BY leg.account < 1000, leg.account),
         array_agg(leg.amount ORDER BY leg.account < 1000, leg.account)
    INTO v_accounts, v_amounts
    FROM (VALUES
      (p_owner * 1000 + pair.from_code, -quote.given),
      (pair.from_system::bigint, quote.needed),
      (pair.from_rounding::bigint, quote.given - quote.needed),
      (p_owner * 1000 + pair.to_code, quote.credit),
      (pair.to_fee::bigint, quote.fee),
      (pair.to_system::bigint, -(quote.credit + quote.fee))) AS leg (account, amount)
    WHERE leg.amount <> 0;
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
    p_id, p_owner, p_key, p_hash, p_kind, p_memo, v_accounts, v_amounts,
    'exchange', quote.from_unit, quote.given) AS posted;
END $$;

GRANT EXECUTE ON FUNCTION make_quote, post_exchange TO trellis_app;
