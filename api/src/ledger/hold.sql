-- Two-phase moves. A hold moves money to the owner's pending account at once, so it counts against what is available;
-- it then ends exactly once: settled (whole or part; the rest goes back) or released. Each is a guarded row in the same
-- transaction as its journal.

-- Holds p_amount of an account. The hold has the journal's id.
CREATE OR REPLACE FUNCTION hold_money(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
  p_source bigint, p_pending bigint, p_amount bigint, p_limit text, p_limit_unit text,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Both accounts are one member's, and the lower id is locked first, as everywhere.
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
    p_id, p_owner, p_key, p_hash, p_kind, p_memo,
    ARRAY[least(p_source, p_pending), greatest(p_source, p_pending)],
    CASE WHEN p_source < p_pending THEN ARRAY[-p_amount, p_amount] ELSE ARRAY[p_amount, -p_amount] END,
    p_limit, p_limit_unit, CASE WHEN p_limit IS NULL THEN NULL ELSE p_amount END) AS posted;
  IF replayed THEN RETURN; END IF;
  INSERT INTO money_hold (owner, id, source, pending, amount, state)
    VALUES (p_owner, journal_id, p_source, p_pending, p_amount, 'open');
END $$;

-- The same for the application, which holds for withdrawals alone: of what a member has, in their own pending account, within
-- the limit.
CREATE OR REPLACE FUNCTION hold(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
  p_source bigint, p_pending bigint, p_amount bigint, p_limit text, p_limit_unit text,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT is_owners_session() AND (SELECT p_kind = 'hold' AND p_limit = 'withdrawal' AND p_limit_unit = s.unit
      AND s.unit = p.unit AND s.kind = 'available' AND p.kind = 'pending' AND p_source / 1000 = p_owner AND p_pending / 1000 = p_owner
      FROM account_kind s, account_kind p WHERE s.code = p_source % 1000 AND p.code = p_pending % 1000) IS NOT TRUE
  THEN RAISE EXCEPTION 'the application makes no such hold' USING ERRCODE = '42501'; END IF;
  SELECT held.* INTO journal_id, replayed, at, balances FROM hold_money(p_id, p_owner, p_key, p_hash, p_kind, p_memo,
    p_source, p_pending, p_amount, p_limit, p_limit_unit) AS held;
END $$;

-- What a withdrawal's hold is settled into, once its payout is confirmed: the fee's share of what was held, rounded up, and the
-- rest into custody. Where another amount of USDT reached its member, custody gives as much as that was, rounded up; less goes
-- back to the member with the end of the hold, and more is the system's own loss, out of its open position. No row: it is not paid.
CREATE OR REPLACE FUNCTION withdrawal_settlement(p_withdrawal withdrawal) RETURNS TABLE (account bigint, amount bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  WITH paid AS (
    SELECT (p_withdrawal).amount AS held, f.fee, (p_withdrawal).amount - f.fee AS ordered,
           CASE WHEN (p_withdrawal).asset = 'USDT' AND p.paid IS NOT NULL
             THEN ceil(((p_withdrawal).amount - f.fee)::numeric * p.paid / (p_withdrawal).received)::bigint
             ELSE (p_withdrawal).amount - f.fee END AS given,
           lower((p_withdrawal).unit) AS unit
      FROM withdrawal_payout p, LATERAL (SELECT ceil((p_withdrawal).amount::numeric * (p_withdrawal).fee
        / (p_withdrawal).gross)::bigint AS fee) f
     WHERE p.withdrawal = (p_withdrawal).id AND p.state = 'confirmed')
  SELECT system_account(unit || 'Custody'), given FROM paid
  UNION ALL SELECT system_account(unit || 'Fee'), fee FROM paid WHERE fee > 0
  UNION ALL SELECT system_account(unit || 'Exchange'), ordered - given FROM paid WHERE given > ordered
$$;

-- Whether the application may end a hold so: it is a withdrawal's. It is settled as above when its payout is confirmed; it is
-- released while nothing is paid, and nobody is paying.
CREATE OR REPLACE FUNCTION may_end_hold(p_held money_hold, p_kind text, p_accounts bigint[], p_amounts bigint[])
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT CASE
      WHEN cardinality(p_accounts) = 0 THEN p_kind = 'release' AND w.step IN ('review', 'approved') AND withdrawal_payout_absent(w) AND withdrawal_void_waited(w)
      ELSE p_kind = 'settlement' AND w.step = 'sent' AND withdrawal_payout_confirmed(w)
        AND (SELECT jsonb_object_agg(account, amount) FROM unnest(p_accounts, p_amounts) AS leg (account, amount))
          = (SELECT jsonb_object_agg(s.account, s.amount) FROM withdrawal_settlement(w) s)
    END
    FROM withdrawal w WHERE w.member = p_held.owner AND w.hold = p_held.id);
END $$;

-- Ends an open hold: what the legs take from its pending account is settled, the rest goes back to its source.
-- No legs: all of it is released. Legs come in lock order and without the hold's own two accounts.
-- TR021: the hold is not open (or not there). TR022: the legs take nothing, or more than is held.
CREATE OR REPLACE FUNCTION end_hold(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
  p_hold uuid, p_accounts bigint[], p_amounts bigint[],
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE held money_hold; v_settled bigint; v_accounts bigint[]; v_amounts bigint[];
BEGIN
  SELECT * INTO held FROM money_hold WHERE owner = p_owner AND id = p_hold FOR NO KEY UPDATE;
  IF journal_exists(p_owner, p_key) THEN
    -- The answer of before, or TR004 for another request under this key.
    SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
      p_id, p_owner, p_key, p_hash, p_kind, p_memo, '{}', '{}', NULL, NULL, NULL) AS posted;
    RETURN;
  END IF;
  IF held.state IS DISTINCT FROM 'open' THEN RAISE EXCEPTION 'hold is not open' USING ERRCODE = 'TR021'; END IF;
  IF NOT is_owners_session() AND may_end_hold(held, p_kind, p_accounts, p_amounts) IS NOT TRUE THEN
    RAISE EXCEPTION 'the application does not end this hold so' USING ERRCODE = '42501';
  END IF;

  SELECT coalesce(sum(leg.amount), 0)::bigint INTO v_settled
    FROM unnest(p_accounts, p_amounts) AS leg (account, amount)
    JOIN account_kind k ON k.code = leg.account % 1000
    WHERE k.unit = (SELECT unit FROM account_kind WHERE code = held.pending % 1000);
  IF v_settled < 0 OR v_settled > held.amount OR (v_settled = 0) <> (cardinality(p_accounts) = 0)
    OR held.pending = ANY (p_accounts) OR held.source = ANY (p_accounts)
  THEN RAISE EXCEPTION 'settles nothing, or more than is held' USING ERRCODE = 'TR022'; END IF;

  SELECT array_agg(leg.account ORDER BY leg.account < 1000, leg.account),
         array_agg(leg.amount ORDER BY leg.account < 1000, leg.account)
    INTO v_accounts, v_amounts
    FROM (SELECT * FROM unnest(p_accounts, p_amounts) AS given (account, amount)
          UNION ALL SELECT held.pending, -held.amount
          UNION ALL SELECT held.source, held.amount - v_settled WHERE held.amount > v_settled) AS leg;
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
    p_id, p_owner, p_key, p_hash, p_kind, p_memo, v_accounts, v_amounts, NULL, NULL, NULL) AS posted;
  -- What comes back on the day of its hold counts no more against that day's maximum.
  IF v_settled = 0 THEN
    UPDATE account a SET withdrawn = a.withdrawn - held.amount
      FROM withdrawal w JOIN journal j ON j.owner = w.member AND j.id = w.hold
      WHERE w.member = p_owner AND w.hold = held.id AND w.origin = 'balance' AND a.id = held.source
        AND a.limit_day = (j.recorded_at AT TIME ZONE 'UTC')::date
        AND a.limit_day = (end_hold.at AT TIME ZONE 'UTC')::date AND a.withdrawn >= held.amount;
  END IF;
  UPDATE money_hold
    SET state = CASE WHEN v_settled > 0 THEN 'settled' ELSE 'released' END, settled = v_settled, ended_by = journal_id
    WHERE owner = p_owner AND id = p_hold;
END $$;

GRANT EXECUTE ON FUNCTION hold, end_hold, withdrawal_settlement TO trellis_app;
