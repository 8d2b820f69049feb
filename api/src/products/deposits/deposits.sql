-- A deposit that was recorded stays.

CREATE OR REPLACE TRIGGER deposit_transfer_kept BEFORE DELETE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER deposit_transfer_no_truncate BEFORE TRUNCATE ON deposit_transfer
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER deposit_transfer_lifecycle BEFORE INSERT OR UPDATE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('deposit', 'state');

-- What came below the minimum is credited once one treasurer has asked for it and another has approved.
CREATE OR REPLACE FUNCTION deposit_release_payload(p_deposit deposit_transfer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('deposit', (p_deposit).id::text, 'member', (p_deposit).member_id::text,
                            'usdt', (p_deposit).usdt::text)
$$;

CREATE OR REPLACE FUNCTION deposit_release_approved(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM approval a
    WHERE a.action = 'deposit.release' AND a.subject = (p_deposit).id::text AND a.closed_at IS NULL
      AND approval_of('deposit.release', a.subject, deposit_release_payload(p_deposit), a.requested_by, 1) = a.id)
$$;

-- The rate that a deposit is credited by: that of its block, or, where none was usable then, the one in force now. No row:
-- neither is usable. `late`: it is the one of now.
CREATE OR REPLACE FUNCTION deposit_rate(p_block_time timestamptz, p_now timestamptz,
  OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT late boolean)
RETURNS SETOF record LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.id, r.numerator, r.denominator, r.late FROM (
    SELECT b.id, b.numerator, b.denominator, false AS late FROM market_rate_at('USDT', 'USD', p_block_time) b WHERE b.stale IS NOT TRUE
    UNION ALL
    SELECT n.id, n.numerator, n.denominator, true FROM market_rate_at('USDT', 'USD', p_now) n WHERE n.stale IS NOT TRUE) r
   ORDER BY r.late LIMIT 1
$$;

-- Whether a deposit was priced by the pair's rate in force at its block, or later where none was usable then; whether its fee
-- is the rule's of its block, or none where two people released it; and whether its sum follows from both.
CREATE OR REPLACE FUNCTION deposit_is_priced(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT r.id = (p_deposit).rate AND r.late = ((p_deposit).priced_at IS NOT NULL)
      AND (p_deposit).usd = div(((p_deposit).usdt - (p_deposit).fee)::numeric * r.numerator, r.denominator)
    FROM deposit_rate((p_deposit).block_time, coalesce((p_deposit).priced_at, (p_deposit).block_time)) r), false)
    AND (coalesce((p_deposit).fee = (SELECT least(fee, (p_deposit).usdt) FROM money_limit_at('deposit', 'USDT', (p_deposit).block_time)),
          false)
      OR (p_deposit).fee = 0 AND EXISTS (SELECT 1 FROM approval a JOIN approval_given g ON g.approval = a.id
        WHERE a.action = 'deposit.release' AND a.subject = (p_deposit).id::text
          AND a.digest = payload_digest(deposit_release_payload(p_deposit)) AND g.person <> person_of(a.requested_by)))
$$;

-- From this value on a deposit waits in suspense for two people. Rules of before do not say it.
CREATE OR REPLACE FUNCTION deposit_two_from(p_at timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT (value ->> 'depositTwoFrom')::bigint FROM rule_at('withdrawalReview', 'all', p_at)), 100000000000)
$$;

-- What lifecycle.sql asks of a deposit that nobody has to look at, by the rule of now: a time in the row is the application's word.
CREATE OR REPLACE FUNCTION deposit_is_small(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (p_deposit).usd < deposit_two_from(product_now())
$$;

-- What lifecycle.sql asks of a deposit that leaves suspense: it only lacked a rate and has one now, or two people release it. To who
-- was erased nothing is released: it is returned.
CREATE OR REPLACE FUNCTION deposit_may_leave_suspense(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT deposit_is_priced(p_deposit) AND (p_deposit).reason IS DISTINCT FROM 'erased'
    AND ((p_deposit).reason IN ('rate.stale', 'rate.unavailable') AND deposit_is_small(p_deposit)
      OR deposit_release_approved(p_deposit))
$$;

-- Prices a deposit that was recorded without a usable rate by the one in force now, with the fee of its block: it then only has
-- to be posted. No row: there is still none, or the deposit counts for nothing.
CREATE OR REPLACE FUNCTION price_deposit(p_id bigint, p_now timestamptz) RETURNS SETOF deposit_transfer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_two_from bigint := deposit_two_from(product_now());
BEGIN
  RETURN QUERY UPDATE deposit_transfer d SET state = 'held_unverified', rate = r.id, priced_at = CASE WHEN r.late THEN p_now END,
      fee = least(l.fee, d.usdt), usd = div((d.usdt - least(l.fee, d.usdt))::numeric * r.numerator, r.denominator)::bigint
    FROM deposit_transfer old, deposit_rate(old.block_time, p_now) r, money_limit_at('deposit', 'USDT', old.block_time) l
   WHERE d.id = p_id AND old.id = d.id AND d.state = 'suspense' AND d.reason IN ('rate.stale', 'rate.unavailable')
     AND div((d.usdt - least(l.fee, d.usdt))::numeric * r.numerator, r.denominator) BETWEEN 1 AND v_two_from - 1
  RETURNING d.*;
END $$;

-- Gives it the value that it is credited with: it is in suspense no longer, but only has to be posted. The guard of its
-- states asks for the second approval. TA002: it is not in suspense.
CREATE OR REPLACE FUNCTION release_deposit(p_id bigint, p_usd bigint, p_rate bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE deposit_transfer d SET state = 'held_unverified', usd = p_usd, fee = 0, rate = p_rate,
      priced_at = (SELECT p_at FROM deposit_rate(d.block_time, p_at) r WHERE r.late)
    WHERE id = p_id AND state IN ('below_minimum', 'suspense');
  IF NOT FOUND THEN RAISE EXCEPTION 'it is not in suspense' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approvals('deposit.release', p_id::text, p_at);
END $$;

GRANT EXECUTE ON FUNCTION release_deposit, price_deposit, deposit_rate, deposit_two_from TO trellis_app;
