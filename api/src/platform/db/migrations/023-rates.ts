import type { Migration } from './migration.ts';

/**
 * What operators set: rates, limits and fees, each from a moment on, with its history. A quote is refused where no rate
 * is in force, or only one that is too old; a rate that jumps waits for a second person. Only the functions below
 * write here, so neither guard can be passed by. Errors of theirs are TM…: operators meet them, members never.
 */
export const rates: Migration = {
  name: '023-rates',
  sql: `
    CREATE TABLE rate_pair (
      id          smallint PRIMARY KEY,
      base        text NOT NULL,
      quote       text NOT NULL,
      -- An older rate is not used any more; NULL: it is kept by policy, and does not age.
      maximum_age interval CHECK (maximum_age > interval '0'),
      -- A change beyond this, in millionths, needs a second person.
      jump_ppm    integer NOT NULL CHECK (jump_ppm > 0),
      UNIQUE (base, quote)
    );
    INSERT INTO rate_pair VALUES
      (1, 'USDT', 'USD', NULL,       100000),
      (2, 'BTC',  'USD', '24 hours', 100000),
      (3, 'ON',   'USD', '24 hours', 100000);

    -- One whole base unit is worth numerator / denominator whole quote units. Nothing is changed afterwards but the end
    -- of the time in which a rate holds, when the next one begins.
    CREATE TABLE market_rate (
      id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      pair           smallint NOT NULL REFERENCES rate_pair,
      numerator      bigint NOT NULL CHECK (numerator > 0),
      denominator    bigint NOT NULL CHECK (denominator > 0),
      source         text NOT NULL CHECK (source ~ '[^[:space:]]'),
      -- command:<user>, operator:<name> or policy.
      set_by         text NOT NULL CHECK (set_by <> ''),
      set_at         timestamptz NOT NULL,
      requested_from timestamptz NOT NULL,
      jumps          boolean NOT NULL,
      -- Without a second person by then nothing comes of a jump.
      expires_at     timestamptz NOT NULL,
      approved_by    text CHECK (approved_by <> ''),
      approved_at    timestamptz,
      -- When it holds; NULL: it waits for a second person. Empty: another took its place before it began.
      during         tstzrange,
      CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
      CHECK (approved_by IS NULL OR jumps),
      CHECK (during IS NULL OR NOT jumps OR approved_by IS NOT NULL),
      -- One person is one, whether at the command line or over the API.
      CONSTRAINT market_rate_second_person
        CHECK (lower(split_part(approved_by, ':', 2)) <> lower(split_part(set_by, ':', 2))),
      -- A range of one number: plain integers have no GiST class without an extension.
      CONSTRAINT market_rate_one_at_a_time EXCLUDE USING gist (int4range(pair, pair, '[]') WITH =, during WITH &&)
    );
    CREATE TRIGGER market_rate_kept BEFORE DELETE ON market_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER market_rate_no_truncate BEFORE TRUNCATE ON market_rate EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER market_rate_fixed BEFORE UPDATE ON market_rate FOR EACH ROW
      WHEN ((OLD.pair, OLD.numerator, OLD.denominator, OLD.source, OLD.set_by, OLD.set_at, OLD.jumps)
          IS DISTINCT FROM (NEW.pair, NEW.numerator, NEW.denominator, NEW.source, NEW.set_by, NEW.set_at, NEW.jumps)
        OR (OLD.during IS NOT NULL AND lower(NEW.during) IS DISTINCT FROM lower(OLD.during) AND NOT isempty(NEW.during)))
      EXECUTE FUNCTION refuse_change();
    INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
      VALUES (1, 1, 1, 'policy: one USDT in custody is one USD', 'policy', '2000-01-01', '2000-01-01', false, '2000-01-01', tstzrange(NULL, NULL));

    -- The rate that was in force at a time, and whether it had become too old by then. No row: there was none.
    CREATE FUNCTION market_rate_at(p_base text, p_quote text, p_at timestamptz,
      OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT since timestamptz, OUT stale boolean)
    RETURNS SETOF record LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
      SELECT r.id, r.numerator, r.denominator, lower(r.during),
             p.maximum_age IS NOT NULL AND p_at - lower(r.during) > p.maximum_age
        FROM rate_pair p JOIN market_rate r ON r.pair = p.id
        WHERE p.base = p_base AND p.quote = p_quote AND r.during @> p_at
    $$;

    -- Gives a rate the time from p_from until the next that is there already, and ends the one before.
    CREATE FUNCTION begin_market_rate(p_id bigint, p_from timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
    CREATE FUNCTION set_market_rate(p_base text, p_quote text, p_numerator bigint, p_denominator bigint, p_source text,
                                    p_from timestamptz, p_by text, p_now timestamptz) RETURNS market_rate
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
    CREATE FUNCTION approve_market_rate(p_id bigint, p_by text, p_now timestamptz) RETURNS market_rate
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

    -- What a product takes: millionths of the amount, or so many minor units of a unit. The latest whose time has come.
    CREATE TABLE fee_rule (
      product        text NOT NULL,
      subject        text NOT NULL,
      unit           text NOT NULL,
      fixed          bigint NOT NULL CHECK (fixed >= 0),
      ppm            integer NOT NULL CHECK (ppm BETWEEN 0 AND 999999),
      effective_from timestamptz NOT NULL,
      set_by         text NOT NULL CHECK (set_by <> ''),
      set_at         timestamptz NOT NULL,
      PRIMARY KEY (product, subject, effective_from),
      CHECK (product IN ('exchange', 'withdrawal')),
      CHECK (product <> 'exchange' OR fixed = 0),
      CHECK (product <> 'withdrawal' OR ppm = 0)
    );
    INSERT INTO fee_rule
      SELECT 'exchange', from_unit || '-' || to_unit, to_unit, 0, fee_ppm, effective_from, 'policy', effective_from
        FROM exchange_rate;
    INSERT INTO fee_rule VALUES
      ('withdrawal', 'USDT-TRON', 'USDT', 2000000,   0, '2000-01-01', 'policy', '2000-01-01'),
      ('withdrawal', 'USDT-BSC',  'USDT', 1000000,   0, '2000-01-01', 'policy', '2000-01-01'),
      ('withdrawal', 'BTC-BTC',   'BTC',  20000,     0, '2000-01-01', 'policy', '2000-01-01'),
      ('withdrawal', 'ON-BSC',    'ON',   100000000, 0, '2000-01-01', 'policy', '2000-01-01');
    -- Its rates are market_rate's now.
    DROP TABLE exchange_rate;

    ALTER TABLE money_limit
      ADD COLUMN set_by text NOT NULL DEFAULT 'policy' CHECK (set_by <> ''),
      ADD COLUMN set_at timestamptz NOT NULL DEFAULT clock_timestamp();
    INSERT INTO money_limit (operation, unit, minimum, maximum, day_maximum, fee, effective_from) VALUES
      ('withdrawal', 'USD',  20000000, 10000000000, 20000000000, 0, '2000-01-01'),
      ('withdrawal', 'USDT', 20000000, 10000000000, 20000000000, 0, '2000-01-01'),
      -- What arrives is not limited; a billion is where plain mistakes begin.
      ('deposit',    'USDT', 10000000, 1000000000000000, 1000000000000000, 0, '2000-01-01');

    -- TM001: there is no such rule to change. TM002: p_from is past.
    CREATE FUNCTION set_money_limit(p_operation text, p_unit text, p_minimum bigint, p_maximum bigint, p_day bigint,
                                    p_fee bigint, p_from timestamptz, p_by text, p_now timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    BEGIN
      PERFORM 1 FROM money_limit WHERE operation = p_operation AND unit = p_unit;
      IF NOT FOUND THEN RAISE EXCEPTION 'no such limit' USING ERRCODE = 'TM001'; END IF;
      IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
      INSERT INTO money_limit VALUES (p_operation, p_unit, p_minimum, p_maximum, p_day, p_fee, p_from, p_by, p_now);
    END $$;
    CREATE FUNCTION set_fee(p_product text, p_subject text, p_fixed bigint, p_ppm integer,
                            p_from timestamptz, p_by text, p_now timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE v_unit text := (SELECT unit FROM fee_rule WHERE product = p_product AND subject = p_subject LIMIT 1);
    BEGIN
      IF v_unit IS NULL THEN RAISE EXCEPTION 'no such fee' USING ERRCODE = 'TM001'; END IF;
      IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
      INSERT INTO fee_rule VALUES (p_product, p_subject, v_unit, p_fixed, p_ppm, p_from, p_by, p_now);
    END $$;

    -- Makes a quote for p_given at the rate in force. TR032: the pair is not exchanged. TR033: it has no rate now.
    -- TR034: its rate is too old.
    CREATE OR REPLACE FUNCTION make_quote(p_owner bigint, p_id uuid, p_from text, p_to text, p_given bigint, p_now timestamptz, p_expires timestamptz)
    RETURNS exchange_quote
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE v_ppm integer; v_rate record; v_numerator bigint := 1; v_denominator bigint := 1;
      v_gross bigint; v_fee bigint; made exchange_quote;
    BEGIN
      SELECT f.ppm INTO v_ppm FROM exchange_pair e
        JOIN fee_rule f ON f.product = 'exchange' AND f.subject = e.from_unit || '-' || e.to_unit
        WHERE e.from_unit = p_from AND e.to_unit = p_to AND f.effective_from <= p_now
        ORDER BY f.effective_from DESC LIMIT 1;
      IF NOT FOUND THEN RAISE EXCEPTION 'not exchanged' USING ERRCODE = 'TR032'; END IF;
      -- USDP is backed one to one: at any other rate its reserve would not fit what it backs.
      IF p_from <> 'USDP' THEN
        SELECT * INTO v_rate FROM market_rate_at(CASE WHEN p_from = 'USD' THEN p_to ELSE p_from END, 'USD', p_now);
        IF NOT FOUND THEN RAISE EXCEPTION 'no rate' USING ERRCODE = 'TR033'; END IF;
        IF v_rate.stale THEN RAISE EXCEPTION 'rate too old' USING ERRCODE = 'TR034'; END IF;
        IF p_from = 'USD' THEN
          v_numerator := v_rate.denominator; v_denominator := v_rate.numerator;
        ELSE
          v_numerator := v_rate.numerator; v_denominator := v_rate.denominator;
        END IF;
      END IF;
      -- numeric: a product of two bigints need not fit a bigint.
      v_gross := div(p_given::numeric * v_numerator, v_denominator);
      v_fee := ceil(v_gross::numeric * v_ppm / 1000000);
      INSERT INTO exchange_quote VALUES (
        p_owner, p_id, p_from, p_to, v_numerator, v_denominator, p_given,
        div(v_gross::numeric * v_denominator + v_numerator - 1, v_numerator),
        v_fee, v_gross - v_fee, p_expires, NULL) RETURNING * INTO made;
      RETURN made;
    END $$;

    GRANT SELECT ON rate_pair, market_rate, fee_rule TO trellis_app;
    GRANT EXECUTE ON FUNCTION set_market_rate, approve_market_rate, set_money_limit, set_fee, market_rate_at TO trellis_app;
  `,
};
