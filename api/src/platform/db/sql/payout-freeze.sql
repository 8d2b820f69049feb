-- What each verification found, and the freeze that a red one puts on payouts. It lasts until somebody with the owner's
-- rights ends it, after a green verification and with a reason: a fault must not pass by itself.

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

GRANT EXECUTE ON FUNCTION record_verification TO trellis_app;
