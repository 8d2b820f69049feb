import type { Migration } from './migration.ts';

/**
 * Quotes: what an exchange will give, as integers, valid for a short time and consumed exactly once inside the
 * posting. The rate is a ratio of integers. Credits round down, fees round up; what the rounded credit does not need
 * of the amount given goes to the rounding account of its unit.
 */
export const quotes: Migration = {
  name: '008-quotes',
  sql: `
    INSERT INTO account_kind (code, unit, kind, member, floor) VALUES
      (511, 'USDT', 'rounding', false, 0),
      (521, 'USDP', 'rounding', false, 0),
      -- The house's open position between two units: what it took in one, it gave in the other.
      (701, 'USD',  'exchange', false, -9000000000000000000),
      (711, 'USDT', 'exchange', false, -9000000000000000000);
    INSERT INTO account (id, owner, code, floor) SELECT code, 0, code, floor FROM account_kind
      WHERE code IN (511, 521, 701, 711);

    INSERT INTO money_limit
      SELECT 'exchange', unit, 1000000, 10000000000, 20000000000, 0, '2000-01-01' FROM unnest(ARRAY['USDP', 'USD', 'USDT']) AS unit;

    -- Which accounts a pair moves between. USDP is taken back by who issued it, and its reserve pays the USD.
    CREATE TABLE exchange_pair (
      from_unit     text NOT NULL,
      to_unit       text NOT NULL,
      from_code     smallint NOT NULL REFERENCES account_kind,
      from_house    smallint NOT NULL REFERENCES account_kind,
      from_rounding smallint NOT NULL REFERENCES account_kind,
      to_code       smallint NOT NULL REFERENCES account_kind,
      to_house      smallint NOT NULL REFERENCES account_kind,
      to_fee        smallint NOT NULL REFERENCES account_kind,
      PRIMARY KEY (from_unit, to_unit)
    );
    INSERT INTO exchange_pair VALUES
      ('USDP', 'USD',  121, 221, 521, 101, 301, 401),
      ('USD',  'USDT', 101, 701, 501, 111, 711, 411),
      ('USDT', 'USD',  111, 711, 511, 101, 701, 401);

    -- The rate in force is the latest one whose time has come. fee_ppm: millionths of what the rate gives, in the unit
    -- received.
    CREATE TABLE exchange_rate (
      from_unit      text NOT NULL,
      to_unit        text NOT NULL,
      numerator      bigint NOT NULL CHECK (numerator > 0),
      denominator    bigint NOT NULL CHECK (denominator > 0),
      fee_ppm        integer NOT NULL CHECK (fee_ppm BETWEEN 0 AND 999999),
      effective_from timestamptz NOT NULL,
      PRIMARY KEY (from_unit, to_unit, effective_from),
      FOREIGN KEY (from_unit, to_unit) REFERENCES exchange_pair,
      -- USDP is backed one to one: at any other rate its reserve would not fit what it backs.
      CHECK (from_unit <> 'USDP' OR numerator = denominator)
    );
    INSERT INTO exchange_rate VALUES
      ('USDP', 'USD',  1, 1, 3000, '2000-01-01'),
      ('USD',  'USDT', 1, 1, 1000, '2000-01-01'),
      ('USDT', 'USD',  1, 1, 0,    '2000-01-01');

    CREATE TABLE exchange_quote (
      owner       bigint NOT NULL,
      id          uuid NOT NULL,
      from_unit   text NOT NULL,
      to_unit     text NOT NULL,
      numerator   bigint NOT NULL,
      denominator bigint NOT NULL,
      given       bigint NOT NULL CHECK (given > 0),
      -- What the credit and the fee together need of it; the rest is rounding.
      needed      bigint NOT NULL CHECK (needed BETWEEN 0 AND given),
      fee         bigint NOT NULL CHECK (fee >= 0),
      credit      bigint NOT NULL CHECK (credit >= 0),
      expires_at  timestamptz NOT NULL,
      consumed_by uuid UNIQUE,
      PRIMARY KEY (owner, id)
    );

    -- Makes a quote for p_given at the rate in force. TR032: the pair is not exchanged.
    CREATE FUNCTION make_quote(p_owner bigint, p_id uuid, p_from text, p_to text, p_given bigint, p_now timestamptz, p_expires timestamptz)
    RETURNS exchange_quote
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE rate exchange_rate; v_gross bigint; v_fee bigint; made exchange_quote;
    BEGIN
      SELECT * INTO rate FROM exchange_rate WHERE from_unit = p_from AND to_unit = p_to AND effective_from <= p_now
        ORDER BY effective_from DESC LIMIT 1;
      IF NOT FOUND THEN RAISE EXCEPTION 'no rate' USING ERRCODE = 'TR032'; END IF;
      -- numeric: a product of two bigints need not fit a bigint.
      v_gross := div(p_given::numeric * rate.numerator, rate.denominator);
      v_fee := ceil(v_gross::numeric * rate.fee_ppm / 1000000);
      INSERT INTO exchange_quote VALUES (
        p_owner, p_id, p_from, p_to, rate.numerator, rate.denominator, p_given,
        div(v_gross::numeric * rate.denominator + rate.numerator - 1, rate.numerator),
        v_fee, v_gross - v_fee, p_expires, NULL) RETURNING * INTO made;
      RETURN made;
    END $$;

    -- Consumes a quote in the posting that it is for. TR031: it is not there, is used, or has expired.
    CREATE FUNCTION post_exchange(
      p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_quote uuid, p_now timestamptz,
      OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE quote exchange_quote; pair exchange_pair; v_accounts bigint[]; v_amounts bigint[];
    BEGIN
      IF journal_exists(p_owner, p_key) THEN
        SELECT posted.* INTO journal_id, replayed, at, balances FROM post(
          p_id, p_owner, p_key, p_hash, p_kind, p_memo, '{}', '{}', NULL, NULL, NULL) AS posted;
        RETURN;
      END IF;
      UPDATE exchange_quote SET consumed_by = p_id
        WHERE owner = p_owner AND id = p_quote AND consumed_by IS NULL AND expires_at > p_now RETURNING * INTO quote;
      IF NOT FOUND THEN RAISE EXCEPTION 'quote is used or expired' USING ERRCODE = 'TR031'; END IF;
      SELECT * INTO STRICT pair FROM exchange_pair WHERE from_unit = quote.from_unit AND to_unit = quote.to_unit;
      SELECT array_agg(leg.account ORDER BY leg.account < 1000, leg.account),
             array_agg(leg.amount ORDER BY leg.account < 1000, leg.account)
        INTO v_accounts, v_amounts
        FROM (VALUES
          (p_owner * 1000 + pair.from_code, -quote.given),
          (pair.from_house::bigint, quote.needed),
          (pair.from_rounding::bigint, quote.given - quote.needed),
          (p_owner * 1000 + pair.to_code, quote.credit),
          (pair.to_fee::bigint, quote.fee),
          (pair.to_house::bigint, -(quote.credit + quote.fee))) AS leg (account, amount)
        WHERE leg.amount <> 0;
      SELECT posted.* INTO journal_id, replayed, at, balances FROM post(
        p_id, p_owner, p_key, p_hash, p_kind, p_memo, v_accounts, v_amounts,
        'exchange', quote.from_unit, quote.given) AS posted;
    END $$;

    GRANT SELECT ON exchange_pair, exchange_rate, exchange_quote TO trellis_app;
    GRANT EXECUTE ON FUNCTION make_quote, post_exchange TO trellis_app;
  `,
};
