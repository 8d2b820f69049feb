-- A deposit that was recorded stays.

CREATE OR REPLACE TRIGGER deposit_transfer_kept BEFORE DELETE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER deposit_transfer_no_truncate BEFORE TRUNCATE ON deposit_transfer
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER deposit_transfer_lifecycle BEFORE INSERT OR UPDATE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('deposit', 'state');

-- What came below the minimum is credited once one treasurer has asked for it and another has said yes.
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

-- Gives it the value that it is credited with: it stands aside no longer as too little, but as what only has to be posted.
-- The guard of its states asks for the second yes. TA002: it does not stand aside.
CREATE OR REPLACE FUNCTION release_deposit(p_id bigint, p_usd bigint, p_rate bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE deposit_transfer SET state = 'held_unverified', usd = p_usd, fee = 0, rate = p_rate
    WHERE id = p_id AND state = 'below_minimum';
  IF NOT FOUND THEN RAISE EXCEPTION 'it does not stand aside' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approvals('deposit.release', p_id::text, p_at);
END $$;

GRANT EXECUTE ON FUNCTION release_deposit TO trellis_app;
