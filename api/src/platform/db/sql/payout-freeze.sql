-- What each verification found, and the freeze that a red one, or an operator, puts on payouts. It lasts until two treasurers
-- end it, or somebody with the owner's rights, after a green verification and with a reason: a fault must not pass by itself.

-- Money leaves the house where a custody account gets a positive leg. On the postings themselves, so that no way
-- of posting can forget it; what stands in WHEN costs the others next to nothing.
-- TR041: payouts are frozen.
CREATE OR REPLACE FUNCTION refuse_frozen_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Shared among payouts, and waited for by who freezes: once a freeze is there, no payout is still under way.
  PERFORM pg_advisory_xact_lock_shared(7704);
  IF EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at IS NULL) THEN
    RAISE EXCEPTION 'payouts are frozen' USING ERRCODE = 'TR041';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER posting_payout BEFORE INSERT ON posting
  FOR EACH ROW WHEN (NEW.amount > 0 AND NEW.account IN (201, 211)) EXECUTE FUNCTION refuse_frozen_payout();

-- Keeps what a verification found, and freezes payouts if that is anything. Returns whether they are frozen now.
CREATE OR REPLACE FUNCTION record_verification(p_started timestamptz, p_findings jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_run verification_run;
BEGIN
  INSERT INTO verification_run (started_at, ended_at, findings) VALUES (p_started, product_now(), p_findings)
    RETURNING * INTO v_run;
  IF v_run.red THEN
    PERFORM pg_advisory_xact_lock(7704);
    INSERT INTO payout_freeze (verification, began_at) VALUES (v_run.id, product_now()) ON CONFLICT DO NOTHING;
  END IF;
  RETURN EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at IS NULL);
END $$;

-- One person's word is enough to stop. Returns the freeze, an older one where there is one already. TA004: they may not.
CREATE OR REPLACE FUNCTION freeze_payouts(p_by text, p_reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT (is_owners_session() OR p_by LIKE 'command:%' OR EXISTS (SELECT 1 FROM operator
    WHERE 'operator:' || name = p_by AND enrolled_at IS NOT NULL AND suspended_at IS NULL
      AND roles && ARRAY['support', 'reviewer', 'treasurer', 'releases', 'admin']))
  THEN RAISE EXCEPTION '% may not freeze payouts', p_by USING ERRCODE = 'TA004'; END IF;
  PERFORM pg_advisory_xact_lock(7704);
  INSERT INTO payout_freeze (began_by, began_reason, began_at) VALUES (p_by, p_reason, product_now()) ON CONFLICT DO NOTHING;
  RETURN (SELECT id FROM payout_freeze WHERE ended_at IS NULL);
END $$;

-- Whether the books were looked at since payouts were frozen, and are green.
CREATE OR REPLACE FUNCTION freeze_may_end(p_freeze bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT NOT v.red AND v.started_at >= f.began_at FROM verification_run v, payout_freeze f
    WHERE f.id = p_freeze ORDER BY v.id DESC LIMIT 1), false)
$$;

CREATE OR REPLACE FUNCTION freeze_payload(p_freeze bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('freeze', p_freeze::text)
$$;

-- To go on takes two. TA002: nobody has asked, or the second yes is missing, or it is ended. TR042: the books are not green
-- since it began.
CREATE OR REPLACE FUNCTION unfreeze_payouts(p_freeze bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_approval approval; v_by text;
BEGIN
  SELECT a.* INTO v_approval FROM approval a WHERE a.action = 'payouts.unfreeze' AND a.subject = p_freeze::text
    AND a.closed_at IS NULL
    AND approval_of(a.action, a.subject, freeze_payload(p_freeze), a.requested_by, 1) = a.id ORDER BY a.id LIMIT 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'it takes two' USING ERRCODE = 'TA002'; END IF;
  IF NOT freeze_may_end(p_freeze) THEN
    RAISE EXCEPTION 'the books are not green since it began' USING ERRCODE = 'TR042';
  END IF;
  SELECT g.actor INTO v_by FROM approval_standing g WHERE g.approval = v_approval.id ORDER BY g.at LIMIT 1;
  UPDATE payout_freeze SET ended_at = p_at, ended_by = v_by, reason = v_approval.reason
    WHERE id = p_freeze AND ended_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'it is ended' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approvals('payouts.unfreeze', p_freeze::text, p_at);
END $$;

-- For the owner alone. Returns whether there was a freeze to end. TR042: the last verification is red.
CREATE OR REPLACE FUNCTION end_payout_freeze(p_reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT red FROM verification_run ORDER BY id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'the last verification is red' USING ERRCODE = 'TR042';
  END IF;
  UPDATE payout_freeze SET ended_at = product_now(), ended_by = session_user, reason = p_reason
    WHERE ended_at IS NULL;
  RETURN FOUND;
END $$;

CREATE OR REPLACE TRIGGER verification_run_append_only BEFORE UPDATE OR DELETE ON verification_run
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payout_freeze_kept BEFORE DELETE ON payout_freeze
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payout_freeze_ends_once BEFORE UPDATE ON payout_freeze
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION record_verification, freeze_payouts, freeze_may_end, unfreeze_payouts TO trellis_app;
