-- What the application may post by itself: a journal of which the database sees that it has its reason.

-- Whether it has.
-- A transfer is from one account of the owner's to one of another member's, in one unit, counts as much as arrives against
-- the limit, and leaves the fee of the rule in force.
-- A deposit is one that is on record, under its name and once, for as much as stands there, by the rate that was in force at its
-- block and with that fee: out of custody, or out of suspense if it was put there before.
CREATE OR REPLACE FUNCTION is_authorised_posting(
  p_owner bigint, p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[],
  p_limit text, p_limit_unit text, p_limit_amount bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE v_deposit record; v_legs jsonb;
BEGIN
  IF p_kind = 'transfer' THEN
    -- Nothing is no amount either, and refused as one that is too small.
    RETURN p_limit = 'transfer' AND p_limit_amount >= 0 AND (
      SELECT count(*) FILTER (WHERE leg.account >= 1000) = 2 AND count(*) FILTER (WHERE leg.account / 1000 = p_owner) = 1
          AND bool_and(k.unit = p_limit_unit AND CASE
            WHEN leg.account < 1000 THEN k.kind = 'fee' AND leg.amount > 0
            WHEN leg.account / 1000 = p_owner THEN k.kind = 'available' AND leg.amount <= 0
            ELSE k.kind = 'available' AND leg.amount = p_limit_amount END)
          AND coalesce(sum(leg.amount) FILTER (WHERE leg.account < 1000), 0)
            = (SELECT fee FROM money_limit_at('transfer', p_limit_unit, product_now()))
        FROM unnest(p_accounts, p_amounts) AS leg (account, amount)
        LEFT JOIN account_kind k ON k.code = leg.account % 1000);
  END IF;
  IF p_kind NOT IN ('deposit', 'deposit_aside') OR p_limit IS NOT NULL THEN RETURN false; END IF;
  SELECT d.chain || ' ' || encode(d.transaction, 'hex') || ' ' || d.ordinal AS name, d.usdt, d.usd, d.fee, d.state,
      div(d.usd::numeric * r.denominator + r.numerator - 1, r.numerator) AS exchanged, deposit_is_priced(d) AS priced
    INTO v_deposit FROM deposit_transfer d LEFT JOIN market_rate r ON r.id = d.rate
    WHERE d.member_id = p_owner AND d.chain = substring(p_key FROM '([A-Z]+) [0-9a-f]{64} [0-9]{1,9}$')
      AND d.transaction = decode(substring(p_key FROM '([0-9a-f]{64}) [0-9]{1,9}$'), 'hex')
      AND d.ordinal = substring(p_key FROM '[0-9a-f]{64} ([0-9]{1,9})$')::integer;
  IF v_deposit.name IS NULL THEN RETURN false; END IF;
  SELECT jsonb_object_agg(account, amount) INTO v_legs FROM unnest(p_accounts, p_amounts) AS leg (account, amount);
  IF p_kind = 'deposit_aside' THEN
    RETURN p_key = 'deposit aside ' || v_deposit.name AND v_deposit.state <> 'credited'
      AND v_legs = jsonb_build_object(system_account('usdtCustody'), -v_deposit.usdt, system_account('usdtSuspense'), v_deposit.usdt);
  END IF;
  RETURN p_key = 'deposit ' || v_deposit.name AND v_deposit.state IN ('held_unverified', 'credited') AND v_deposit.priced
    AND v_deposit.usdt >= v_deposit.fee + v_deposit.exchanged
    AND v_legs = (SELECT jsonb_object_agg(account, amount) FROM (VALUES
      (account_of(p_owner, 'usdAvailable'), v_deposit.usd::numeric),
      (system_account(CASE WHEN journal_exists(p_owner, 'deposit aside ' || v_deposit.name) THEN 'usdtSuspense' ELSE 'usdtCustody' END),
       -v_deposit.usdt),
      (system_account('usdtFee'), v_deposit.fee), (system_account('usdtRounding'), v_deposit.usdt - v_deposit.fee - v_deposit.exchanged),
      (system_account('usdtExchange'), v_deposit.exchanged), (system_account('usdExchange'), -v_deposit.usd)) AS leg (account, amount) WHERE amount <> 0);
END $$;

-- post_journal, for the application: what is authorised. 42501: it is not.
CREATE OR REPLACE FUNCTION post(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
  p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF NOT is_owners_session()
    AND is_authorised_posting(p_owner, p_key, p_kind, p_accounts, p_amounts, p_limit, p_limit_unit, p_limit_amount) IS NOT TRUE
  THEN RAISE EXCEPTION 'the application posts no such %', p_kind USING ERRCODE = '42501'; END IF;
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
    p_id, p_owner, p_key, p_hash, p_kind, p_memo, p_accounts, p_amounts, p_limit, p_limit_unit, p_limit_amount) AS posted;
END $$;

GRANT EXECUTE ON FUNCTION post TO trellis_app;
